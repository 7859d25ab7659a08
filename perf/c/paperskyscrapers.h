/* Paper Skyscrapers in C: the rules of mctsky/games/paperskyscrapers for random games, by the same moves and random numbers.
 *
 * The tables (cards, actions, conditions) are made by cards.py and read from a file, so that both languages play with the same
 * cards. `Tables` is the aligned record of tables.py; a state has a layout of its own, with all that belongs to a player in one
 * place. What only views need (which shuffle a card went through) is left out. */
#ifndef PAPERSKYSCRAPERS_H
#define PAPERSKYSCRAPERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "rng.h"

enum { PLAYERS = 4, MAX_LEVEL = 4, MAX_CARDS = 128, MAX_CITIES = 32, MAX_ACHIEVEMENTS = 12, MAX_AWARDS = 4, MAX_CHIP = 9 };
enum { MAX_PLACES = 16, ROW = 3, LOWEST_CARDS = 5, MAX_LAPS = 100, HAND_AT_START = 2, MAX_SHUFFLES = 7, MAX_DEPTH = 3, MAX_PARTS = 6 };
enum { N_TYPES = 5, N_LANDMARKS = 4, N_TRACKS = 3, LAST_SPACE = 20, TRACK_END, LINE_EVERY = 5, FREE = 100, TOWER = 3 };
enum { CHANCE = -1, NOBODY = -2, NOTHING = -1, FIRST_TRACK_SLOT = 2, FIRST_CLAIM_SLOT = FIRST_TRACK_SLOT + N_TRACKS };
enum { FIRST, CITIES, CHOOSE, HANDS, FIRST_ROW, START, ACTIONS, END, OLD_DECK, DEAL, BONUSES, NEW_ROW, SCORING, GONE };
enum { SET_UP, DRAW, STOLEN, SHOW, CHIP, CITY, ACTION, BONUS, PAY, PART, MAYOR, GAME_OVER };
enum { TO_HAND, TO_ROW, TURNED_UP };
enum {
    FINISH, DRAW_CARDS, TUCK_CARDS, ADVANCE_STEPS, OPPONENT_DECLINES, EACH_DECLINES, BUILD_CARDS, CLAIM_ACHIEVEMENTS,
    STEAL_TOP_CARD, STEAL_HAND_CARD, BONUS_ACTION, DISCARD_FOR, DECLARE_FOR
};
enum { ANY_PILE, FROM_ROW, FROM_DECK, FROM_NEXT };
enum { ANY_TRACK = N_TRACKS, EACH_TRACK };
enum {
    ON_BUILD, ON_SPRAWL, ON_BUILD_OVER, ON_TUCK, ON_DISCARD, ON_VISIT, ON_ADVANCE, ON_HOP, ON_LINE, ON_CLAIM, ON_DRAW_ROW,
    ON_DRAW_DECK, ON_DECLARE, ON_STEAL, ON_TURN_START, ON_TURN_END, ON_ROUND_END
};
enum {
    Q_TYPES = 9, Q_FEWEST, Q_MOST, Q_LANDMARKS, Q_SITES, Q_TALLEST, Q_TOWERS, Q_BUILDINGS, Q_WIDTH, Q_TUCKED, Q_PROFIT,
    Q_PRESTIGE, Q_POPULATION, Q_TRACKS, Q_LOWEST, Q_HIGHEST, Q_HAND, Q_SCORE, Q_CLAIMS, Q_LEVEL
};
enum { AT_LEAST, AT_MOST, EXACTLY, MAX_COMPARISONS = 3, MAX_TERMS = 3 };
enum {
    STOP, REFUSE, DRAW_DECK, ADVANCE, DECLARE = ADVANCE + N_TRACKS, CLAIM = DECLARE + N_TYPES, VISIT = CLAIM + MAX_ACHIEVEMENTS,
    MAYOR_TO = VISIT + MAX_PLACES, STEAL_HAND = MAYOR_TO + MAX_PLACES, DECLINE = STEAL_HAND + PLAYERS,
    STEAL_TOP = DECLINE + PLAYERS * N_TRACKS, CHOOSE_CITY = STEAL_TOP + PLAYERS * MAX_PLACES, TUCK = CHOOSE_CITY + 2,
    DISCARD = TUCK + MAX_CARDS, PAY_WITH = DISCARD + MAX_CARDS, DRAW_ROW = PAY_WITH + MAX_CARDS, BUILD = DRAW_ROW + MAX_CARDS,
    LEFT = MAX_PLACES, RIGHT, N_SITES, FIRST_CHANCE = BUILD + N_SITES * MAX_CARDS, DEALT_CITY = FIRST_CHANCE + PLAYERS,
    DRAWN = DEALT_CITY + MAX_CITIES, ROUND_END = DRAWN + MAX_CARDS, STOLEN_CARD, SHOWN_CARD = STOLEN_CARD + MAX_CARDS,
    CHIP_SHOWN = SHOWN_CARD + MAX_CARDS
};

typedef struct {
    uint64_t buildings[2];
    int8_t type[MAX_CARDS], cost[MAX_CARDS], income[MAX_CARDS][N_TRACKS], landmark[MAX_CARDS], cheaper_by[N_TYPES];
    int8_t programs[MAX_CARDS + MAX_CITIES][MAX_PARTS + 1][4]; /* parts: operation, number, argument, may */
    int8_t trigger[MAX_CITIES], trigger_type[MAX_CITIES], reduction[MAX_CITIES];
    int8_t conditions[MAX_ACHIEVEMENTS + MAX_CITIES][MAX_COMPARISONS][MAX_TERMS + 3];
    int8_t stars[MAX_ACHIEVEMENTS], chips[MAX_CHIP + 1], award_quantity[MAX_AWARDS], award_points[MAX_AWARDS];
    int8_t start_scores[PLAYERS], n_cities, n_achievements, n_awards;
} Tables;

/* A city is rows of one byte per place. Place p is byte p + 2, so that the site to the left of the city is byte 1, the one to the
 * right is the byte after the last place, and each of them has the icons of its neighbour beside it. Bytes without a place are 0. */
enum { HEIGHT = N_TYPES, TOP, TUCKS, N_ROWS, ROW_BYTES = 32, PLACE = 2 }; /* the first rows are the icons of each type */

typedef struct {
    uint8_t rows[N_ROWS][ROW_BYTES]; /* icons, built cards, 1 + the highest built card, 1 + the card tucked last */
    uint64_t hand[2], secret[2]; /* all cards of the hand, and those that not everybody has seen */
    uint32_t built; /* places with a built card, as bits */
    int16_t score;
    uint16_t claims; /* achievements, as bits */
    int8_t icons[N_TYPES + N_LANDMARKS], n_hand, n_tucked, tracks[N_TRACKS], lines[N_TRACKS];
    int8_t offers[2], city, city_place, n_places, mayor; /* cities: 1 + number */
} Player;

typedef struct {
    Player players[PLAYERS];
    uint64_t deck[2], row[2], discards[2];
    uint8_t below[MAX_CARDS];
    int32_t events;
    int16_t program[MAX_DEPTH];
    int8_t part[MAX_DEPTH], left[MAX_DEPTH], n_deck[MAX_LEVEL], chip_owner[MAX_ACHIEVEMENTS], chip_value[MAX_ACHIEVEMENTS];
    int8_t order[PLAYERS], award[MAX_AWARDS];
    int8_t depth, bonus, place, to_pay, displaced, event_type, finished, round_ends, ending, n_shuffles, level, lap, actions, used;
    int8_t refill, goal, from_next, declared, stage, phase, actor, first, seat, runner, dealt;
    uint8_t announced;
} State;

static Tables T;
static int n_seats = 2;

static inline int popcount(uint64_t x) { return __builtin_popcountll(x); }
static inline int lowest(uint64_t x) { return __builtin_ctzll(x); }
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }

static inline int nth(uint64_t bits, int n) {
#ifdef __BMI2__
    return lowest(_pdep_u64(UINT64_C(1) << n, bits));
#else
    while (n--)
        bits &= bits - 1;
    return lowest(bits);
#endif
}

static inline int seat_after(int seat, int steps) { return seat + steps < n_seats ? seat + steps : seat + steps - n_seats; }
static inline bool in_turn(const State *s) { return s->stage >= START && s->stage <= END; }

/* ------------------------------------------------------------------ sets of cards */

static inline uint64_t card_bit(int card) { return UINT64_C(1) << (card & 63); }
static inline void add(uint64_t *cards, int card) { cards[card >> 6] |= card_bit(card); }
static inline void drop(uint64_t *cards, int card) { cards[card >> 6] &= ~card_bit(card); }
static inline int count(const uint64_t *cards) { return popcount(cards[0]) + popcount(cards[1]); }
static inline uint64_t of_level(int level) { return UINT64_C(0xFFFFFFFF) << ((level & 1) << 5); }

static inline int nth_card(const uint64_t *cards, int n) {
    int n_first = popcount(cards[0]);
    return n < n_first ? nth(cards[0], n) : 64 + nth(cards[1], n - n_first);
}

static inline void take_card(Player *p, int card) {
    add(p->hand, card);
    p->n_hand++;
}

static inline void leave_hand(Player *p, int card) {
    drop(p->hand, card);
    drop(p->secret, card);
    p->n_hand--;
}

static inline void discard_card(State *s, Player *p, int card) {
    leave_hand(p, card);
    add(s->discards, card);
}

static inline bool has_secrets(const Player *p) { return p->secret[0] | p->secret[1]; }

static inline void discard_hand(State *s, Player *p) {
    for (int word = 0; word < 2; word++) {
        s->discards[word] |= p->hand[word];
        p->hand[word] = 0;
    }
    p->n_hand = 0;
}

/* ------------------------------------------------------------------ points and tracks */

static inline bool has_score(const State *s, int points) {
    bool found = false;
    for (int seat = 0; seat < PLAYERS; seat++)
        found |= s->players[seat].score == points;
    return found;
}

static inline void gain_points(State *s, int seat, int points) {
    int score = s->players[seat].score;
    while (points-- > 0) {
        score++;
        while (has_score(s, score))
            score++;
    }
    s->players[seat].score = (int16_t)score;
}

/* The spaces of a track where somebody stands, as bits; start and end are shared. */
static inline uint64_t taken_spaces(const State *s, int track) {
    uint64_t taken = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        taken |= UINT64_C(1) << s->players[seat].tracks[track];
    return taken & ((UINT64_C(1) << (LAST_SPACE + 1)) - 2);
}

static inline uint64_t spaces_below(int space) { return (UINT64_C(1) << space) - 1; }

static inline void advance(State *s, int seat, int track, int steps) {
    Player *p = &s->players[seat];
    if (!steps || p->tracks[track] == TRACK_END)
        return;
    uint64_t taken = taken_spaces(s, track), ahead = ~spaces_below(p->tracks[track] + 1);
    int space = min(nth((ahead & ~taken) | ~spaces_below(TRACK_END), steps - 1), TRACK_END), lines = (space - 1) / LINE_EVERY;
    p->tracks[track] = (int8_t)space;
    s->events |= ((taken & ahead & spaces_below(space)) != 0) << ON_HOP;
    int points = 0;
    if (lines > p->lines[track]) {
        points = lines - p->lines[track];
        p->lines[track] = (int8_t)lines;
        s->events |= 1 << ON_LINE;
    }
    if (space == TRACK_END && !(s->finished >> track & 1)) {
        s->finished = (int8_t)(s->finished | 1 << track);
        points++;
    }
    gain_points(s, seat, points);
}

static inline void decline(State *s, int seat, int track, int steps) {
    Player *p = &s->players[seat];
    uint64_t free = spaces_below(p->tracks[track]) & ~taken_spaces(s, track);
    int n_free = popcount(free);
    p->tracks[track] = (int8_t)(steps < n_free ? nth(free, n_free - steps) : 0);
}

/* ------------------------------------------------------------------ cities */

static inline uint32_t standing(const Player *p) { return p->built | UINT32_C(1) << p->city_place; }
static inline bool is_gap(const Player *p, int place) { return !(standing(p) >> place & 1); }

static inline void change_icons(Player *p, int place, int card, int change) {
    int kind = T.type[card], landmark = T.landmark[card];
    p->rows[kind][PLACE + place] = (uint8_t)(p->rows[kind][PLACE + place] + change);
    p->icons[kind] = (int8_t)(p->icons[kind] + change);
    if (landmark)
        p->icons[N_TYPES + landmark - 1] = (int8_t)(p->icons[N_TYPES + landmark - 1] + change);
}

static inline void shift_places(Player *p, int by) {
    for (int row = 0; row < N_ROWS; row++) {
        uint8_t *first = &p->rows[row][PLACE], moved[MAX_PLACES];
        memcpy(moved, by > 0 ? first : first + 1, MAX_PLACES);
        memcpy(by > 0 ? first + 1 : first, moved, MAX_PLACES);
        if (by > 0)
            *first = 0;
    }
    p->built = by > 0 ? p->built << 1 : p->built >> 1;
    p->n_places = (int8_t)(p->n_places + by);
    p->city_place = (int8_t)(p->city_place + by);
    if (p->mayor >= 0)
        p->mayor = (int8_t)(p->mayor + by);
}

static inline bool put_card(State *s, Player *p, int card, int site) {
    int place = site;
    bool sprawled = true;
    if (site == LEFT) {
        shift_places(p, 1);
        place = 0;
    } else if (site == RIGHT)
        place = p->n_places++;
    else
        sprawled = is_gap(p, site);
    s->below[card] = p->rows[TOP][PLACE + place];
    p->rows[TOP][PLACE + place] = (uint8_t)(card + 1);
    p->rows[HEIGHT][PLACE + place]++;
    p->built |= UINT32_C(1) << place;
    change_icons(p, place, card, 1);
    return sprawled;
}

static inline void tuck(State *s, Player *p, int card) {
    int place = p->mayor;
    leave_hand(p, card);
    s->below[card] = p->rows[TUCKS][PLACE + place];
    p->rows[TUCKS][PLACE + place] = (uint8_t)(card + 1);
    p->n_tucked++;
    change_icons(p, place, card, 1);
    s->events |= 1 << ON_TUCK;
}

static inline void discard_tucked(State *s, Player *p, int place) {
    int tucked = p->rows[TUCKS][PLACE + place];
    p->rows[TUCKS][PLACE + place] = 0;
    while (tucked) {
        int card = tucked - 1;
        tucked = s->below[card];
        p->n_tucked--;
        change_icons(p, place, card, -1);
        add(s->discards, card);
    }
}

static int lose_top(State *s, int seat, int place) {
    Player *p = &s->players[seat];
    int card = p->rows[TOP][PLACE + place] - 1, below = s->below[card];
    p->rows[TOP][PLACE + place] = (uint8_t)below;
    p->rows[HEIGHT][PLACE + place]--;
    p->built &= ~((uint32_t)!below << place);
    change_icons(p, place, card, -1);
    if (is_gap(p, place)) {
        discard_tucked(s, p, place);
        if (p->mayor == place) {
            p->mayor = -1;
            s->displaced = (int8_t)(seat + 1);
        }
        while (is_gap(p, 0))
            shift_places(p, -1);
        while (is_gap(p, p->n_places - 1))
            p->n_places--;
    }
    return card;
}

/* ------------------------------------------------------------------ quantities and conditions */

static inline int count_buildings(const Player *p, int floors) {
    int n = 0;
    for (int place = 0; place < MAX_PLACES; place++)
        n += p->rows[HEIGHT][PLACE + place] >= floors;
    return n;
}

static inline int tallest(const Player *p) {
    uint8_t best = 0;
    for (int place = 0; place < MAX_PLACES; place++)
        best = p->rows[HEIGHT][PLACE + place] > best ? p->rows[HEIGHT][PLACE + place] : best;
    return best;
}

static inline int present(const int8_t *numbers, int n) {
    int found = 0;
    while (n--)
        found += numbers[n] > 0;
    return found;
}

static inline int quantity(const State *s, const Player *p, int what) {
    const int8_t *icons = p->icons, *tracks = p->tracks;
    switch (what) {
    case Q_TYPES: return present(icons, N_TYPES);
    case Q_FEWEST: return min(min(min(icons[0], icons[1]), min(icons[2], icons[3])), icons[4]);
    case Q_MOST: return max(max(max(icons[0], icons[1]), max(icons[2], icons[3])), icons[4]);
    case Q_LANDMARKS: return icons[5] + icons[6] + icons[7] + icons[8];
    case Q_SITES: return present(icons + N_TYPES, N_LANDMARKS);
    case Q_TALLEST: return tallest(p);
    case Q_TOWERS: return count_buildings(p, TOWER);
    case Q_BUILDINGS: return popcount(p->built);
    case Q_WIDTH: return p->n_places;
    case Q_TUCKED: return p->n_tucked;
    case Q_PROFIT:
    case Q_PRESTIGE:
    case Q_POPULATION: return tracks[what - Q_PROFIT];
    case Q_TRACKS: return tracks[0] + tracks[1] + tracks[2];
    case Q_LOWEST: return min(min(tracks[0], tracks[1]), tracks[2]);
    case Q_HIGHEST: return max(max(tracks[0], tracks[1]), tracks[2]);
    case Q_HAND: return p->n_hand;
    case Q_SCORE: return p->score;
    case Q_CLAIMS: return popcount(p->claims);
    case Q_LEVEL: return s->level;
    default: return icons[what];
    }
}

static inline bool holds(const State *s, const Player *p, int condition) {
    for (int row = 0; row < MAX_COMPARISONS; row++) {
        const int8_t *comparison = T.conditions[condition][row];
        if (!comparison[0])
            return true;
        int total = 0, how = comparison[MAX_TERMS + 1], number = comparison[MAX_TERMS + 2];
        for (int term = 0; term < comparison[0]; term++)
            total += quantity(s, p, comparison[1 + term]);
        if (how == AT_LEAST ? total < number : how == AT_MOST ? total > number : total != number)
            return false;
    }
    return true;
}

static inline bool can_claim(const State *s, const Player *p, int achievement) {
    return !(p->claims >> achievement & 1) && holds(s, p, achievement);
}

static inline bool city_works(const State *s, const Player *p, int trigger, int kind) {
    int city = p->city - 1, wanted = T.trigger_type[city];
    return T.trigger[city] == trigger && !(p->built >> p->city_place & 1) && (!wanted || wanted == kind) &&
           holds(s, p, MAX_ACHIEVEMENTS + city);
}

/* ------------------------------------------------------------------ building */

static inline int reduction_of(const State *s, const Player *p) {
    int city = p->city - 1, reduction = T.reduction[city];
    if (!reduction || !in_turn(s) || s->used)
        return 0;
    return city_works(s, p, T.trigger[city], T.trigger_type[city]) ? reduction : 0;
}

/* Sites as places of the rows: byte 1 is to the left of the city, the byte after the last place to the right of it. */
static inline int byte_of(const Player *p, int site) { return site == LEFT ? 1 : PLACE + (site == RIGHT ? p->n_places : site); }

static inline bool fits(const Player *p, int card, int site) {
    int city = p->city - 1, kind = T.trigger_type[city];
    if (T.trigger[city] == ON_BUILD)
        return !kind || kind == T.type[card] + 1;
    return (T.trigger[city] == ON_SPRAWL) == (site >= LEFT || is_gap(p, site));
}

static inline int cost_of(const State *s, const Player *p, int card, int site, int discount) {
    const uint8_t *beneath = &p->rows[T.cheaper_by[T.type[card]]][byte_of(p, site)];
    int cost = T.cost[card] - discount - beneath[-1] - beneath[0] - beneath[1], reduction = reduction_of(s, p);
    if (reduction && fits(p, card, site))
        cost -= reduction;
    return max(0, cost);
}

static inline int list_builds(const State *s, const Player *p, int discount, int *out) {
    int n = 0, n_sites = p->n_places + (p->n_places < MAX_PLACES ? 2 : 0);
    for (int word = 0; word < 2; word++)
        for (uint64_t cards = p->hand[word]; cards; cards &= cards - 1)
            for (int index = 0; index < n_sites; index++) {
                int card = 64 * word + lowest(cards), site = index < p->n_places ? index : LEFT + index - p->n_places;
                out[n] = BUILD + N_SITES * card + site;
                n += cost_of(s, p, card, site, discount) < p->n_hand;
            }
    return n;
}

static inline void settle(State *s) {
    int seat = s->runner;
    Player *p = &s->players[seat];
    if (s->to_pay == p->n_hand && !has_secrets(p)) {
        discard_hand(s, p);
        s->to_pay = 0;
    }
    if (s->to_pay > 0)
        return;
    int card = s->announced - 1;
    bool sprawled = put_card(s, p, card, s->place);
    s->announced = 0;
    s->place = 0;
    for (int track = 0; track < N_TRACKS; track++)
        advance(s, seat, track, T.income[card][track]);
    s->events |= 1 << ON_BUILD | 1 << (sprawled ? ON_SPRAWL : ON_BUILD_OVER);
    s->event_type = (int8_t)(T.type[card] + 1);
}

static inline void pay_with(State *s, int card) {
    discard_card(s, &s->players[s->runner], card);
    s->to_pay--;
    settle(s);
}

static inline void announce(State *s, int build, int discount) {
    Player *p = &s->players[s->runner];
    int card = build / N_SITES, site = build % N_SITES;
    s->to_pay = (int8_t)cost_of(s, p, card, site, discount);
    if (reduction_of(s, p) && fits(p, card, site))
        s->used = 1;
    leave_hand(p, card);
    s->announced = (uint8_t)(card + 1);
    s->place = (int8_t)site;
    settle(s);
}

/* ------------------------------------------------------------------ drawing */

static inline int find_deck(const State *s, bool from_next) {
    int level = s->level - 1;
    level += from_next && level < MAX_LEVEL - 1;
    for (; level < MAX_LEVEL; level++)
        if (s->n_deck[level] > 0)
            return level;
    return -1;
}

static inline bool has_round_end(const State *s, bool from_next) {
    int level = s->level - 1;
    return in_turn(s) && !(from_next && level < MAX_LEVEL - 1) && (s->round_ends >> level & 1);
}

static inline bool can_draw(const State *s, bool from_next) {
    return find_deck(s, from_next) >= 0 || has_round_end(s, from_next) ||
           (s->level == MAX_LEVEL && s->discards[1] && s->n_shuffles < MAX_SHUFFLES);
}

static inline void ask_chance(State *s, int phase) {
    s->phase = (int8_t)phase;
    s->actor = CHANCE;
}

static inline void begin_draw(State *s, int goal, bool from_next) {
    if (find_deck(s, from_next) < 0 && !has_round_end(s, from_next)) {
        s->n_shuffles++;
        s->n_deck[MAX_LEVEL - 1] = (int8_t)popcount(s->discards[1]);
        s->deck[1] |= s->discards[1];
        s->discards[1] = 0;
    }
    s->goal = (int8_t)goal;
    s->from_next = from_next;
    ask_chance(s, DRAW);
}

static inline int sample_draw(const State *s, Rng *rng) {
    int deck = find_deck(s, s->from_next);
    bool other = deck != s->level - 1;
    bool shows = has_round_end(s, s->from_next) && (other || s->n_deck[deck] <= LOWEST_CARDS);
    if (shows && other)
        return ROUND_END;
    uint64_t cards = s->deck[deck >> 1];
    if (s->level != MAX_LEVEL || deck != MAX_LEVEL - 1)
        cards &= of_level(deck);
    int n = popcount(cards), drawn = below(rng, n + shows);
    return drawn == n ? ROUND_END : DRAWN + 64 * (deck >> 1) + nth(cards, drawn);
}

static inline void draw_from_row(State *s, Player *p, int card) {
    drop(s->row, card);
    take_card(p, card);
    s->events |= 1 << ON_DRAW_ROW;
    s->refill = in_turn(s);
}

static inline bool deal_row(State *s) {
    if (count(s->row) < ROW && can_draw(s, false)) {
        begin_draw(s, TO_ROW, false);
        return true;
    }
    return false;
}

static inline void discard_row(State *s) {
    for (int word = 0; word < 2; word++) {
        s->discards[word] |= s->row[word];
        s->row[word] = 0;
    }
}

static inline void leave_deck(State *s, int card) {
    s->n_deck[s->level == MAX_LEVEL ? MAX_LEVEL - 1 : card >> 5]--;
    drop(s->deck, card);
}

/* ------------------------------------------------------------------ actions of cards and cities */

static inline void push(State *s, int program) {
    int frame = s->depth++;
    s->program[frame] = (int16_t)program;
    s->part[frame] = 0;
    s->left[frame] = -1;
}

static inline const int8_t *part_of(const State *s) { return T.programs[s->program[s->depth - 1]][s->part[s->depth - 1]]; }

static inline void next_part(State *s, int by) {
    int frame = s->depth - 1;
    s->part[frame] = (int8_t)(s->part[frame] + by);
    s->left[frame] = -1;
}

static inline bool ask(State *s, int phase) {
    s->phase = (int8_t)phase;
    s->actor = s->runner;
    return true;
}

/* Lay open the next card of the old deck or of the runner's hand. */
static inline bool show_next(State *s) {
    ask_chance(s, SHOW);
    return true;
}

static inline void claim(State *s, int achievement) {
    s->players[s->runner].claims = (uint16_t)(s->players[s->runner].claims | 1 << achievement);
    if (!s->chip_owner[achievement])
        s->chip_owner[achievement] = (int8_t)(s->runner + 1);
    gain_points(s, s->runner, T.stars[achievement]);
    s->events |= 1 << ON_CLAIM;
}

static inline uint32_t open_tracks(const Player *p, int argument) {
    uint32_t open = 0;
    for (int track = 0; track < N_TRACKS; track++)
        open |= (uint32_t)(p->tracks[track] < TRACK_END) << track;
    return argument == ANY_TRACK ? open : open & UINT32_C(1) << argument;
}

static inline uint32_t declining_tracks(const State *s, int argument) {
    uint32_t found = 0;
    for (int other = 0; other < n_seats; other++)
        for (int track = 0; track < N_TRACKS; track++)
            if (other != s->runner && (argument == ANY_TRACK || argument == track))
                found |= (uint32_t)(s->players[other].tracks[track] > 0) << (N_TRACKS * other + track);
    return found;
}

/* The options of a part that is no build and no draw, as bits, and the code of the first. */
static inline uint64_t part_bits(const State *s, const int8_t *part, int *code) {
    const Player *p = &s->players[s->runner];
    uint64_t found = 0;
    switch (part[0]) {
    case ADVANCE_STEPS: *code = ADVANCE; return open_tracks(p, part[2]);
    case OPPONENT_DECLINES: *code = DECLINE; return declining_tracks(s, part[2]);
    case CLAIM_ACHIEVEMENTS:
        *code = CLAIM;
        for (int achievement = 0; achievement < T.n_achievements; achievement++)
            found |= (uint64_t)can_claim(s, p, achievement) << achievement;
        return found;
    case DECLARE_FOR: *code = DECLARE; return can_draw(s, false) ? (1 << N_TYPES) - 1 : 0;
    case STEAL_HAND_CARD:
        *code = STEAL_HAND;
        for (int other = 0; other < n_seats; other++)
            found |= (uint64_t)(other != s->runner && s->players[other].n_hand > 0) << other;
        return found;
    default:
        *code = STEAL_TOP;
        for (int other = 0; other < n_seats; other++)
            found |= (uint64_t)(other != s->runner ? s->players[other].built : 0) << MAX_PLACES * other;
        return found;
    }
}

/* The options of a part that is not a build: `cards` of the hand or the row, after `bits`, which begin with `code`. */
typedef struct {
    const uint64_t *cards;
    uint64_t bits;
    int code, card_code, n_bits, n;
} Options;

static inline Options find_options(const State *s, const int8_t *part) {
    static const uint64_t none[2];
    const Player *p = &s->players[s->runner];
    Options o = {none, 0, DRAW_DECK, DRAW_ROW, 0, 0};
    if (part[0] == DRAW_CARDS) {
        o.bits = part[2] != FROM_ROW && can_draw(s, part[2] == FROM_NEXT);
        if (part[2] <= FROM_ROW)
            o.cards = s->row;
        o.n_bits = (int)o.bits;
        o.n = o.n_bits + count(o.cards);
    } else if (part[0] == TUCK_CARDS || part[0] == DISCARD_FOR) {
        o.cards = p->hand;
        o.card_code = part[0] == TUCK_CARDS ? TUCK : DISCARD;
        o.n = p->n_hand;
    } else {
        o.bits = part_bits(s, part, &o.code);
        o.n = o.n_bits = popcount(o.bits);
    }
    return o;
}

static inline int nth_option(const Options *o, int n) {
    return n < o->n_bits ? o->code + nth(o->bits, n) : o->card_code + nth_card(o->cards, n - o->n_bits);
}

/* Carry out one repetition of the part under way; say whether chance follows. */
static inline bool do_part(State *s, const int8_t *part, int move) {
    int operation = part[0], number = part[1], argument = part[2], seat = s->runner, frame = s->depth - 1;
    Player *p = &s->players[seat];
    s->left[frame]--;
    if (move == REFUSE) {
        next_part(s, 1 + (operation == DISCARD_FOR || operation == DECLARE_FOR ? argument : 0));
        return false;
    }
    if (move == DRAW_DECK) {
        begin_draw(s, TO_HAND, argument == FROM_NEXT);
        return true;
    }
    switch (operation) {
    case DRAW_CARDS: draw_from_row(s, p, move - DRAW_ROW); return false;
    case TUCK_CARDS: tuck(s, p, move - TUCK); return false;
    case DISCARD_FOR: discard_card(s, p, move - DISCARD); return false;
    case CLAIM_ACHIEVEMENTS: claim(s, move - CLAIM); return false;
    case BUILD_CARDS: announce(s, move - BUILD, argument); return false;
    case ADVANCE_STEPS:
        advance(s, seat, move - ADVANCE, number);
        s->events |= 1 << ON_ADVANCE;
        s->left[frame] = 0;
        return false;
    case OPPONENT_DECLINES:
        decline(s, (move - DECLINE) / N_TRACKS, (move - DECLINE) % N_TRACKS, number);
        s->left[frame] = 0;
        return false;
    case DECLARE_FOR:
        s->declared = (int8_t)(1 + move - DECLARE);
        begin_draw(s, TURNED_UP, false);
        return true;
    case STEAL_TOP_CARD:
        take_card(p, lose_top(s, (move - STEAL_TOP) / MAX_PLACES, (move - STEAL_TOP) % MAX_PLACES));
        s->events |= 1 << ON_STEAL;
        return false;
    default:
        s->place = (int8_t)(move - STEAL_HAND);
        ask_chance(s, STOLEN);
        return true;
    }
}

static inline bool run_discard(State *s, const int8_t *part) {
    Player *p = &s->players[s->runner];
    int left = s->left[s->depth - 1];
    if (p->n_hand < left) {
        next_part(s, 1 + part[2]);
        return false;
    }
    if (p->n_hand > left || (part[3] && left == part[1]))
        return ask(s, PART);
    if (has_secrets(p))
        return show_next(s);
    discard_hand(s, p);
    s->left[s->depth - 1] = 0;
    return false;
}

static inline void advance_each(State *s, int number) {
    const int8_t *tracks = s->players[s->runner].tracks;
    int before = tracks[0] + tracks[1] + tracks[2];
    for (int track = 0; track < N_TRACKS; track++)
        advance(s, s->runner, track, number);
    if (tracks[0] + tracks[1] + tracks[2] > before)
        s->events |= 1 << ON_ADVANCE;
}

/* Go on with the action under way; say whether somebody or chance has to decide. */
static inline bool run_part(State *s) {
    int frame = s->depth - 1;
    if (s->bonus == frame + 1)
        s->bonus = 0;
    const int8_t *part = part_of(s);
    int operation = part[0];
    if (operation == FINISH) {
        s->depth = (int8_t)frame;
        return false;
    }
    if (s->left[frame] < 0)
        s->left[frame] = part[1];
    if (s->left[frame] == 0) {
        next_part(s, 1);
        return false;
    }
    if (operation == BONUS_ACTION) {
        s->left[frame] = 0;
        if (s->bonus)
            return false;
        s->bonus = (int8_t)(frame + 1);
        return ask(s, BONUS);
    }
    if (operation == DISCARD_FOR)
        return run_discard(s, part);
    if (operation == BUILD_CARDS && s->players[s->runner].n_hand > 0)
        return ask(s, PART);
    if (operation == BUILD_CARDS || operation == EACH_DECLINES || (operation == ADVANCE_STEPS && part[2] == EACH_TRACK)) {
        if (operation == EACH_DECLINES)
            for (int step = 1; step < n_seats; step++)
                decline(s, seat_after(s->runner, step), part[2], part[1]);
        else if (operation == ADVANCE_STEPS)
            advance_each(s, part[1]);
        s->left[frame] = 0;
        return false;
    }
    Options o = find_options(s, part);
    if (o.n >= 2 || (o.n == 1 && part[3]))
        return ask(s, PART);
    if (!o.n) {
        next_part(s, 1 + (operation == DECLARE_FOR ? part[2] : 0));
        return false;
    }
    if (operation == TUCK_CARDS && has_secrets(&s->players[s->runner]))
        return show_next(s);
    return do_part(s, part, nth_option(&o, 0));
}

/* ------------------------------------------------------------------ the course of a game */

static inline void begin_turn(State *s, int seat) {
    s->seat = s->runner = (int8_t)seat;
    s->stage = START;
}

static inline bool deal_hands(State *s, int first) {
    if (s->dealt == HAND_AT_START * n_seats || !can_draw(s, false))
        return false;
    s->runner = (int8_t)seat_after(first, s->dealt / HAND_AT_START);
    s->dealt++;
    begin_draw(s, TO_HAND, false);
    return true;
}

static inline void next_stage(State *s, int stage) {
    s->stage = (int8_t)stage;
    s->dealt = 0;
}

static inline bool set_up(State *s) {
    if (s->stage == CITIES) {
        if (s->dealt < 2 * n_seats) {
            s->runner = (int8_t)seat_after(s->first, s->dealt / 2);
            ask_chance(s, SET_UP);
            return true;
        }
        next_stage(s, CHOOSE);
    } else if (s->stage == CHOOSE) {
        if (s->dealt < n_seats) {
            s->runner = (int8_t)seat_after(s->first, s->dealt);
            return ask(s, CITY);
        }
        next_stage(s, HANDS);
    } else if (s->stage == HANDS) {
        if (deal_hands(s, s->first))
            return true;
        next_stage(s, FIRST_ROW);
    } else {
        if (deal_row(s))
            return true;
        begin_turn(s, s->first);
    }
    return false;
}

static inline bool can_act(const State *s) {
    const Player *p = &s->players[s->seat];
    if (p->n_hand > 0 || (s->row[0] | s->row[1]) || can_draw(s, false) || open_tracks(p, ANY_TRACK))
        return true;
    bool acts = standing(p) & ~(UINT32_C(1) << p->mayor);
    for (int achievement = 0; achievement < T.n_achievements; achievement++)
        acts |= can_claim(s, p, achievement);
    return acts;
}

static void begin_scoring(State *s) {
    for (int award = 0; award < T.n_awards; award++) {
        int best = -1, winner = 0;
        for (int seat = 0; seat < n_seats; seat++) {
            int found = quantity(s, &s->players[seat], T.award_quantity[award]);
            winner = found > best ? seat + 1 : found == best ? 0 : winner;
            best = max(best, found);
        }
        s->award[award] = (int8_t)winner;
    }
    for (int step = 0; step < n_seats; step++) {
        int seat = seat_after(s->first, step), place = step;
        for (; place > 0 && s->players[s->order[place - 1]].score < s->players[seat].score; place--)
            s->order[place] = s->order[place - 1];
        s->order[place] = (int8_t)seat;
    }
    next_stage(s, SCORING);
}

static inline void end_turn(State *s) {
    int following = seat_after(s->seat, 1);
    bool last = following == s->first;
    s->actions = 0;
    s->used = 0;
    s->lap = (int8_t)(s->lap + last);
    if (last && ((s->ending && s->level == MAX_LEVEL) || s->lap == MAX_LAPS))
        begin_scoring(s);
    else if (s->ending && s->level < MAX_LEVEL) {
        discard_row(s);
        s->ending = 0;
        s->seat = (int8_t)following;
        s->stage = OLD_DECK;
    } else
        begin_turn(s, following);
}

static inline bool start_round(State *s) {
    if (s->stage == OLD_DECK) {
        if (s->n_deck[s->level - 1])
            return show_next(s);
        s->level++;
        next_stage(s, DEAL);
    } else if (s->stage == DEAL) {
        if (deal_hands(s, s->seat))
            return true;
        next_stage(s, BONUSES);
    } else if (s->stage == BONUSES) {
        if (s->dealt < n_seats) {
            int seat = seat_after(s->seat, s->dealt);
            s->dealt++;
            s->runner = (int8_t)seat;
            if (city_works(s, &s->players[seat], ON_ROUND_END, 0))
                push(s, MAX_CARDS + s->players[seat].city - 1);
        } else
            next_stage(s, NEW_ROW);
    } else {
        if (deal_row(s))
            return true;
        begin_turn(s, s->seat);
    }
    return false;
}

static inline int next_chip(const State *s) {
    for (int achievement = 0; achievement < T.n_achievements; achievement++)
        if (s->chip_owner[achievement] == s->seat + 1 && !s->chip_value[achievement])
            return achievement;
    return -1;
}

static bool score(State *s) {
    if (s->dealt == n_seats) {
        s->phase = GAME_OVER;
        s->actor = NOBODY;
        return true;
    }
    s->seat = s->runner = s->order[s->dealt];
    if (next_chip(s) >= 0) {
        ask_chance(s, CHIP);
        return true;
    }
    for (int award = 0; award < T.n_awards; award++)
        if (s->award[award] == s->seat + 1)
            gain_points(s, s->seat, T.award_points[award]);
    s->dealt++;
    return false;
}

static void returns(const State *s, double *out) {
    int best = -1, n = 0, rank[PLAYERS];
    for (int seat = 0; seat < n_seats; seat++) {
        const Player *p = &s->players[seat];
        rank[seat] = (p->score * 256 + tallest(p)) * 256 + popcount(p->built);
        n = rank[seat] > best ? 1 : n + (rank[seat] == best);
        best = max(best, rank[seat]);
    }
    for (int seat = 0; seat < n_seats; seat++)
        out[seat] = rank[seat] == best ? 1.0 / n : 0.0;
}

static inline void answer_events(State *s) {
    int events = s->events, kind = s->event_type, city = s->players[s->seat].city - 1, trigger = T.trigger[city];
    s->events = 0;
    s->event_type = 0;
    bool answers = (events >> trigger & 1) & !s->used & !T.reduction[city];
    if (answers && in_turn(s) && city_works(s, &s->players[s->seat], trigger, kind)) {
        s->used = 1;
        push(s, MAX_CARDS + city);
    }
}

/* Go through turns, their start, actions and end, until somebody has to decide or more is to be done. */
static inline bool take_turn(State *s) {
    while (!s->depth) {
        if (s->stage == ACTIONS && s->actions > 0 && can_act(s))
            return ask(s, ACTION);
        if (s->stage == START) {
            s->actions = s->level;
            s->events = 1 << ON_TURN_START;
            s->stage = ACTIONS;
        } else if (s->stage == ACTIONS) {
            s->actions = 0;
            s->events = 1 << ON_TURN_END;
            s->stage = END;
        } else {
            end_turn(s);
            if (s->stage != START)
                return false;
            continue;
        }
        answer_events(s);
    }
    return false;
}

static inline bool move_displaced(State *s) {
    int owner = s->displaced - 1;
    uint32_t places = standing(&s->players[owner]);
    if (places & (places - 1)) {
        s->phase = MAYOR;
        s->actor = (int8_t)owner;
        return true;
    }
    s->players[owner].mayor = (int8_t)lowest(places);
    s->displaced = 0;
    return false;
}

static inline void proceed(State *s) {
    for (bool waiting = false; !waiting;) {
        if (s->announced)
            waiting = s->to_pay == s->players[s->runner].n_hand ? show_next(s) : ask(s, PAY);
        else if (s->displaced)
            waiting = move_displaced(s);
        else if (s->refill) {
            waiting = deal_row(s);
            s->refill = waiting;
        } else if (s->events)
            answer_events(s);
        else if (s->depth)
            waiting = run_part(s);
        else if (in_turn(s))
            waiting = take_turn(s);
        else if (s->stage < START)
            waiting = set_up(s);
        else if (s->stage == SCORING)
            waiting = score(s);
        else
            waiting = start_round(s);
    }
}

/* ------------------------------------------------------------------ moves */

static inline bool act(State *s, int move) {
    int seat = s->runner;
    Player *p = &s->players[seat];
    if (s->phase == ACTION)
        s->actions = (int8_t)(move == STOP ? 0 : s->actions - 1);
    if (move >= BUILD)
        announce(s, move - BUILD, 0);
    else if (move >= DRAW_ROW)
        draw_from_row(s, p, move - DRAW_ROW);
    else if (move >= DISCARD) {
        discard_card(s, p, move - DISCARD);
        push(s, move - DISCARD);
        s->events |= 1 << ON_DISCARD;
    } else if (move >= TUCK)
        tuck(s, p, move - TUCK);
    else if (move >= VISIT) {
        int card = p->rows[TOP][PLACE + move - VISIT] - 1;
        p->mayor = (int8_t)(move - VISIT);
        s->events |= 1 << ON_VISIT;
        if (card >= 0) {
            s->event_type = (int8_t)(T.type[card] + 1);
            push(s, card);
        }
    } else if (move >= CLAIM)
        claim(s, move - CLAIM);
    else if (move >= ADVANCE) {
        advance(s, seat, move - ADVANCE, 1);
        s->events |= 1 << ON_ADVANCE;
    } else if (move == DRAW_DECK) {
        begin_draw(s, TO_HAND, false);
        return true;
    }
    return false;
}

static inline bool choose(State *s, int move) {
    Player *p = &s->players[s->runner];
    switch (s->phase) {
    case ACTION:
    case BONUS: return act(s, move);
    case PART: return do_part(s, part_of(s), move);
    case PAY:
        pay_with(s, move - PAY_WITH);
        return false;
    case MAYOR:
        s->players[s->displaced - 1].mayor = (int8_t)(move - MAYOR_TO);
        s->displaced = 0;
        return false;
    default:
        p->city = p->offers[move - CHOOSE_CITY];
        p->offers[0] = p->offers[1] = 0;
        p->n_places = 1;
        s->dealt++;
        return false;
    }
}

static inline void end_declaring(State *s, bool right) {
    next_part(s, right ? 1 : 1 + part_of(s)[2]);
    s->declared = 0;
}

static inline void receive(State *s, int card) {
    Player *p = &s->players[s->runner];
    leave_deck(s, card);
    if (s->goal == TO_ROW) {
        add(s->row, card);
        return;
    }
    take_card(p, card);
    if (s->goal == TURNED_UP) {
        end_declaring(s, T.type[card] + 1 == s->declared);
        s->events |= 1 << ON_DECLARE;
    } else {
        add(p->secret, card);
        if (in_turn(s))
            s->events |= 1 << ON_DRAW_DECK;
    }
    if (in_turn(s))
        s->refill = 1;
}

static inline void lay_open(State *s, int card) {
    if (s->stage == OLD_DECK) {
        leave_deck(s, card);
        add(s->discards, card);
    } else if (s->announced)
        pay_with(s, card);
    else
        do_part(s, part_of(s), (part_of(s)[0] == TUCK_CARDS ? TUCK : DISCARD) + card);
}

static inline bool happen(State *s, int move) {
    if (move >= CHIP_SHOWN) {
        s->chip_value[next_chip(s)] = (int8_t)(move - CHIP_SHOWN);
        gain_points(s, s->seat, move - CHIP_SHOWN);
    } else if (move >= SHOWN_CARD)
        lay_open(s, move - SHOWN_CARD);
    else if (move >= STOLEN_CARD) {
        leave_hand(&s->players[s->place], move - STOLEN_CARD);
        take_card(&s->players[s->runner], move - STOLEN_CARD);
        s->place = 0;
        s->events |= 1 << ON_STEAL;
    } else if (move == ROUND_END) {
        s->round_ends = (int8_t)(s->round_ends & ~(1 << (s->level - 1)));
        s->ending = 1;
        if (can_draw(s, s->from_next)) {
            begin_draw(s, s->goal, s->from_next);
            return true;
        }
        if (s->goal == TURNED_UP) {
            s->events |= 1 << ON_DECLARE;
            end_declaring(s, false);
        }
    } else if (move >= DRAWN)
        receive(s, move - DRAWN);
    else if (move >= DEALT_CITY) {
        s->players[s->runner].offers[s->dealt % 2] = (int8_t)(1 + move - DEALT_CITY);
        s->dealt++;
    } else {
        s->first = (int8_t)(move - FIRST_CHANCE);
        s->stage = CITIES;
        for (int step = 0; step < n_seats; step++)
            s->players[seat_after(s->first, step)].score = T.start_scores[step];
    }
    s->goal = s->from_next = 0;
    return false;
}

static inline void play(State *s, int move) {
    if (!(move >= FIRST_CHANCE ? happen(s, move) : choose(s, move)))
        proceed(s);
}

/* ------------------------------------------------------------------ random moves */

/* The build of a slot, or NOTHING: a card has a slot for each place and for both ends of the city. */
static inline int slot_to_build(const State *s, const Player *p, unsigned slot) {
    unsigned n_sites = (unsigned)p->n_places + 2, which = slot / n_sites;
    int site = (int)(slot - which * n_sites), card = nth_card(p->hand, (int)which);
    if (site >= p->n_places) {
        if (p->n_places == MAX_PLACES)
            return NOTHING;
        site += LEFT - p->n_places;
    }
    return cost_of(s, p, card, site, 0) < p->n_hand ? BUILD + N_SITES * card + site : NOTHING;
}

/* The move of one of the first slots, or NOTHING: stop, draw deck, tracks, claims, visits. */
static inline int simple_slot(const State *s, const Player *p, int slot) {
    if (slot == 0)
        return s->phase == ACTION ? STOP : REFUSE;
    if (slot == 1)
        return can_draw(s, false) ? DRAW_DECK : NOTHING;
    if (slot < FIRST_CLAIM_SLOT)
        return p->tracks[slot - FIRST_TRACK_SLOT] < TRACK_END ? ADVANCE + slot - FIRST_TRACK_SLOT : NOTHING;
    int achievement = slot - FIRST_CLAIM_SLOT;
    if (achievement < T.n_achievements)
        return can_claim(s, p, achievement) ? CLAIM + achievement : NOTHING;
    int place = achievement - T.n_achievements;
    return place != p->mayor && !is_gap(p, place) ? VISIT + place : NOTHING;
}

/* The tuck, the discard or the draw from the row of a slot, without branches. */
static inline int slot_to_card(const State *s, const Player *p, int slot) {
    bool from_row = slot >= 2 * p->n_hand, discards = slot >= p->n_hand;
    int code = from_row ? DRAW_ROW : discards ? DISCARD : TUCK;
    return code + nth_card(from_row ? s->row : p->hand, slot - p->n_hand * (discards + from_row));
}

/* Draw an action by slots, one for each move that there might be, until its move is legal. */
static inline int random_action(const State *s, Rng *rng) {
    const Player *p = &s->players[s->runner];
    int n_hand = p->n_hand, first_card = FIRST_CLAIM_SLOT + T.n_achievements + (s->phase == ACTION ? p->n_places : 0);
    int first_build = first_card + 2 * n_hand + count(s->row);
    int n_slots = first_build + n_hand * (p->n_places + 2), move = NOTHING;
    while (move == NOTHING) {
        int slot = below(rng, n_slots);
        if (slot >= first_build)
            move = slot_to_build(s, p, (unsigned)(slot - first_build));
        else if (slot >= first_card)
            move = slot_to_card(s, p, slot - first_card);
        else
            move = simple_slot(s, p, slot);
    }
    return move;
}

static inline int random_of_part(const State *s, Rng *rng) {
    const int8_t *part = part_of(s);
    if (part[0] == BUILD_CARDS) {
        int moves[1 + N_SITES * MAX_CARDS];
        moves[0] = REFUSE;
        return moves[below(rng, 1 + list_builds(s, &s->players[s->runner], part[2], moves + 1))];
    }
    bool begun = s->left[s->depth - 1] < part[1];
    int refusals = part[3] && !(part[0] == DISCARD_FOR && begun);
    Options o = find_options(s, part);
    int n = below(rng, refusals + o.n) - refusals;
    return n < 0 ? REFUSE : nth_option(&o, n);
}

static inline int random_move(const State *s, Rng *rng) {
    uint32_t places;
    switch (s->phase) {
    case ACTION:
    case BONUS: return random_action(s, rng);
    case PART: return random_of_part(s, rng);
    case PAY: return PAY_WITH + nth_card(s->players[s->runner].hand, below(rng, s->players[s->runner].n_hand));
    case MAYOR:
        places = standing(&s->players[s->actor]);
        return MAYOR_TO + nth(places, below(rng, popcount(places)));
    default: return CHOOSE_CITY + below(rng, 2);
    }
}

static int sample_chip(const State *s, Rng *rng) {
    int left[MAX_CHIP + 1], total = 0, value = 0;
    memset(left, 0, sizeof left);
    for (int achievement = 0; achievement < MAX_ACHIEVEMENTS; achievement++)
        left[s->chip_value[achievement]]--;
    for (int shown = 1; shown <= MAX_CHIP; shown++)
        total += left[shown] += T.chips[shown];
    for (int drawn = below(rng, total); drawn >= 0;)
        drawn -= left[++value];
    return CHIP_SHOWN + value;
}

static inline int sample_show(const State *s, Rng *rng) {
    int level = s->level - 1;
    uint64_t old_deck[2] = {0, 0};
    const uint64_t *cards = s->players[s->runner].secret;
    if (s->stage == OLD_DECK) {
        old_deck[level >> 1] = s->deck[level >> 1] & of_level(level);
        cards = old_deck;
    }
    return SHOWN_CARD + nth_card(cards, below(rng, popcount(cards[0]) + popcount(cards[1])));
}

static inline int sample_chance(const State *s, Rng *rng) {
    if (s->phase == DRAW)
        return sample_draw(s, rng);
    if (s->phase == SHOW)
        return sample_show(s, rng);
    if (s->phase == CHIP)
        return sample_chip(s, rng);
    if (s->phase == STOLEN)
        return STOLEN_CARD + nth_card(s->players[s->place].hand, below(rng, s->players[s->place].n_hand));
    if (s->stage == FIRST)
        return FIRST_CHANCE + below(rng, n_seats);
    uint64_t free = (UINT64_C(1) << T.n_cities) - 1;
    for (int seat = 0; seat < n_seats; seat++)
        for (int which = 0; which < 2; which++)
            if (s->players[seat].offers[which])
                free &= ~(UINT64_C(1) << (s->players[seat].offers[which] - 1));
    return DEALT_CITY + nth(free, below(rng, popcount(free)));
}

/* ------------------------------------------------------------------ start */

static void start_game(State *s) {
    memset(s, 0, sizeof *s);
    memcpy(s->deck, T.buildings, sizeof s->deck);
    for (int level = 0; level < MAX_LEVEL; level++)
        s->n_deck[level] = (int8_t)popcount(s->deck[level >> 1] & of_level(level));
    s->round_ends = (1 << MAX_LEVEL) - 1;
    s->level = 1;
    ask_chance(s, SET_UP);
}

#endif
