/* A bot for mctsky's arena in plain C99, without libraries: plays a random legal move, the same ones for the same seed.
 *
 *     cc -std=c99 -O2 -o c_bot examples/c_bot.c
 *     mctsky match "exec:./c_bot" random --game kuhn
 *
 * The protocol is documented in docs/bots.md. Only the outermost members of a message matter here, so reading JSON comes
 * down to stepping over values. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_space(const char *at) {
    while (*at && isspace((unsigned char)*at)) at++;
    return at;
}

/* Return what follows a value: a text, a number or word, or a whole list or object. */
static const char *skip_value(const char *at) {
    int depth = 0;
    do {
        at = skip_space(at);
        if (*at == '"') {
            for (at++; *at && *at != '"'; at++)
                if (*at == '\\' && at[1]) at++;
            if (*at) at++;
        } else if (*at == '{' || *at == '[') {
            depth++, at++;
        } else if (*at == '}' || *at == ']') {
            depth--, at++;
        } else if (*at == ',' || *at == ':') {
            at++;
        } else {
            while (*at && !strchr(",:]}\" \t\r\n", *at)) at++;
        }
    } while (depth > 0 && *at);
    return at;
}

/* Return the value of an outermost member of the object in `line`, or NULL. */
static const char *member(const char *line, const char *name) {
    size_t length = strlen(name);
    const char *at = skip_space(line);
    if (*at != '{') return NULL;
    at = skip_space(at + 1);
    while (*at == '"') {
        int found = !strncmp(at + 1, name, length) && at[length + 1] == '"';
        at = skip_space(skip_value(at));
        if (*at != ':') return NULL;
        at = skip_space(at + 1);
        if (found) return at;
        at = skip_space(skip_value(at));
        if (*at == ',') at = skip_space(at + 1);
    }
    return NULL;
}

static int is_text(const char *value, const char *text) {
    size_t length = strlen(text);
    return value && *value == '"' && !strncmp(value + 1, text, length) && value[length + 1] == '"';
}

/* Read a line of any length into a buffer that grows; return 0 at the end of the input. */
static int read_line(char **line, size_t *capacity) {
    size_t length = 0;
    int letter;
    while ((letter = getchar()) != EOF && letter != '\n') {
        if (length + 2 > *capacity) {
            char *larger = realloc(*line, *capacity = 2 * *capacity + 4096);
            if (!larger) exit(1);
            *line = larger;
        }
        (*line)[length++] = (char)letter;
    }
    if (letter == EOF) return 0;
    if (!*line) return 1;
    (*line)[length] = 0;
    return 1;
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0;
    uint64_t luck = 1;
    while (read_line(&line, &capacity)) {
        const char *type = line ? member(line, "type") : NULL, *id = line ? member(line, "id") : NULL;
        if (!type || !id) continue;
        long long number = strtoll(id, NULL, 10);
        if (is_text(type, "hello")) {
            printf("{\"id\":%lld,\"protocol\":1,\"name\":\"C example\",\"version\":\"1\"}\n", number);
        } else if (is_text(type, "new_game")) {
            const char *seed = member(line, "seed");
            luck = seed ? strtoull(seed, NULL, 10) | 1 : 1;
            printf("{\"id\":%lld}\n", number);
        } else if (is_text(type, "choose")) {
            long codes[4096], n = 0;
            const char *at = member(line, "codes");
            while (at && (*at == '[' || *at == ',') && n < 4096) {
                char *end;
                codes[n] = strtol(at + 1, &end, 10);
                if (end == at + 1) break;
                n++;
                at = skip_space(end);
            }
            if (!n) continue;
            luck = luck * 6364136223846793005u + 1442695040888963407u;
            printf("{\"id\":%lld,\"code\":%ld}\n", number, codes[(luck >> 33) % (uint64_t)n]);
        } else if (is_text(type, "quit")) {
            break;
        }
        fflush(stdout); /* without this the arena waits for ever */
    }
    free(line);
    return 0;
}
