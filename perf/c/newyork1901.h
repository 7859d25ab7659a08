/* New York 1901 in C: the rules of mctsky/games/newyork1901, all of them, by the same masks and the same lists.
 *
 * The tables (placements, territories, tiles) are made by layout.py and read from a file, so that both languages play on the same
 * board. The structs below are the aligned records of layout.py and state.py. */
#ifndef NEWYORK1901_H
#define NEWYORK1901_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rng.h"

enum { SEATS = 4, WORDS = 3, KINDS = 10, MAX_BUILDINGS = 16, PILE = 65, MARKET = 4, WORKERS = 4, LAST = 16, PLACEMENTS = 2816 };
enum { MAX_BLOCKS = 16, LOTS = 65, MAX_LOTS = 9, SHAPES = 16, TILES = 22, FIRST_LEGEND = 18, STARTER = 22, MAX_TURNS = 400 };
enum { FIRST, STREETS, BONUS, CHARACTER, DRAW, START, TAKE, CLAIM, BUILD, PLACE, BOOM, OVER };
enum { SHIFT_CARD = 1, GRAB_CARD = 2, BOOM_CARD = 4, CHANCE = -1, NOBODY = -2, GOLD = 3, FEWEST_UNBUILT = 4 };
enum { BRONZE_BARON, MASTER_ARCHITECT, GENERATION_KING, GOLD_TYCOON, GOLD_PRESTIGE };
enum {
    BEGINS = 0, SCORING = BEGINS + SEATS, CHALLENGE = SCORING + 10, DEALT = CHALLENGE + 5, DRAWN = DEALT + 5, PASS = DRAWN + KINDS,
    SHIFT = PASS + 1, GRAB = SHIFT + 1, TAKEN = GRAB + 1, CLAIMED = TAKEN + KINDS, RECLAIMED = CLAIMED + LOTS, CHOSEN = RECLAIMED + LOTS,
    RAZED = CHOSEN + TILES, PLACED = RAZED + TILES
};
enum { N_STREETS = 5, DISTRICTS = 5, GENERATIONS = N_STREETS, TYCOONS = GENERATIONS + GOLD + 1, IRREGULAR = TYCOONS + DISTRICTS,
       N_COUNTS = IRREGULAR + 1 };

typedef struct {
    uint64_t blocks[MAX_BLOCKS];
    int8_t block_word[MAX_BLOCKS];
    uint64_t lots[LOTS];
    int8_t lot_word[LOTS], lot_kind[LOTS], first_lot[MAX_BLOCKS + 1], lots_of_kind[KINDS][MAX_LOTS], starts[DISTRICTS];
    int16_t starters[DISTRICTS];
    uint64_t footprint[PLACEMENTS], rim[PLACEMENTS];
    int8_t placement_word[PLACEMENTS], placement_block[PLACEMENTS], placement_shape[PLACEMENTS], placement_streets[PLACEMENTS],
        placement_districts[PLACEMENTS];
    int16_t first_placement[SHAPES * MAX_BLOCKS + 1];
    int8_t shape_size[SHAPES], tile_shape[TILES + 1], tile_generation[TILES + 1], tile_points[TILES + 1], tile_irregular[TILES + 1];
    uint32_t tile_copies[TILES], tiles_of_generation[4];
} Tables;

typedef struct {
    uint64_t estate[SEATS][WORDS], built[SEATS][WORDS];
    uint16_t buildings[SEATS][MAX_BUILDINGS];
    uint32_t unbuilt[SEATS];
    int16_t scores[SEATS], turns;
    int8_t heap[KINDS], open[KINDS], queue[PILE], n_queue, workers[SEATS], legends[4], actions[SEATS], characters[SEATS];
    int8_t streets, bonus, first, phase, actor, seat, trigger, final, then, card, takes, tile, razing;
} State;

static Tables T;
static int n_seats = 2, n_blocks, silver = 6, gold = 18; /* the standard game, without options */

static const int8_t STREET_SETS[10] = {7, 11, 19, 13, 21, 25, 14, 22, 26, 28};

static inline int popcount(uint64_t x) { return __builtin_popcountll(x); }
static inline int lowest(uint64_t x) { return __builtin_ctzll(x); }
static inline int tile_of(int building) { return (building - 1) / PLACEMENTS; }
static inline int place_of(int building) { return (building - 1) % PLACEMENTS; }

static inline int count_kinds(const int8_t *cards) {
    int total = 0;
    for (int kind = 0; kind < KINDS; kind++)
        total += cards[kind];
    return total;
}

static inline int count_pile(const State *s) { return count_kinds(s->heap) + s->n_queue; }

static inline int first_group(const State *s) {
    int n = 0;
    while (n < s->n_queue)
        if (s->queue[n++] > LAST)
            break;
    return n;
}

static inline void draw(State *s, int kind) {
    s->open[kind]++;
    if (count_kinds(s->heap) > 0) {
        s->heap[kind]--;
        return;
    }
    int n = first_group(s), place = 0;
    while (s->queue[place] % LAST != kind + 1)
        place++;
    if (place == n - 1 && n > 1)
        s->queue[n - 2] += LAST;
    int last = s->n_queue - 1;
    for (int k = place; k < last; k++)
        s->queue[k] = s->queue[k + 1];
    s->queue[last] = 0;
    s->n_queue = (int8_t)last;
}

static inline void go_on(State *s) {
    if (count_kinds(s->open) < MARKET && count_pile(s) > 0) {
        s->phase = DRAW;
        s->actor = CHANCE;
        return;
    }
    if (s->then == BUILD && !s->trigger && count_kinds(s->open) < MARKET)
        s->trigger = (int8_t)(s->seat + 1);
    s->phase = s->then;
    s->then = 0;
    s->actor = s->seat;
}

static inline void fill_market(State *s, int then) {
    s->then = (int8_t)then;
    go_on(s);
}

static inline bool is_dealt(const State *s, int district) {
    bool found = false;
    for (int seat = 0; seat < n_seats; seat++)
        found |= s->characters[seat] == district + 1;
    return found;
}

static inline int count_districts(void) { return n_seats == 2 ? DISTRICTS - 1 : DISTRICTS; }

static inline int sample_chance(const State *s, Rng *rng) {
    if (s->phase == DRAW) {
        int total = count_kinds(s->heap);
        if (total == 0)
            return DRAWN + s->queue[below(rng, first_group(s))] % LAST - 1;
        int k = below(rng, total), kind = 0;
        while (k >= s->heap[kind])
            k -= s->heap[kind++];
        return DRAWN + kind;
    }
    if (s->phase == FIRST)
        return BEGINS + below(rng, n_seats);
    if (s->phase == STREETS)
        return SCORING + below(rng, 10);
    if (s->phase == BONUS)
        return CHALLENGE + below(rng, 5);
    int k = below(rng, count_districts() - s->seat);
    for (int district = 0;; district++)
        if (!is_dealt(s, district) && k-- == 0)
            return DEALT + district;
}

/* ------------------------------------------------------------------ land */

static inline bool has_legend(const State *s, int seat) {
    bool found = false;
    for (int legend = 0; legend < 4; legend++)
        found |= s->legends[legend] == seat + 1;
    return found;
}

static inline uint64_t usable_tiles(const State *s, int seat) {
    int generation = s->scores[seat] >= gold ? GOLD : s->scores[seat] >= silver ? 2 : 1;
    uint64_t tiles = s->unbuilt[seat];
    if (generation == GOLD && !has_legend(s, seat))
        for (int legend = 0; legend < 4; legend++)
            if (!s->legends[legend])
                tiles |= UINT64_C(1) << (FIRST_LEGEND + legend);
    return tiles & T.tiles_of_generation[generation];
}

static inline uint64_t shapes_of(uint64_t tiles) {
    uint64_t shapes = 0;
    for (; tiles; tiles &= tiles - 1)
        shapes |= UINT64_C(1) << T.tile_shape[lowest(tiles)];
    return shapes;
}

static inline uint64_t with_shapes(uint64_t tiles, uint64_t shapes) {
    uint64_t found = 0;
    for (uint64_t rest = tiles; rest; rest &= rest - 1) {
        int tile = lowest(rest);
        found |= (shapes >> T.tile_shape[tile] & 1) << tile;
    }
    return found;
}

static inline uint64_t buildable_tiles(const State *s, int seat, uint64_t tiles) {
    uint64_t needed = shapes_of(tiles), found = 0;
    for (int block = 0; block < n_blocks; block++) {
        int word = T.block_word[block];
        uint64_t free_land = s->estate[seat][word] & ~s->built[seat][word] & T.blocks[block];
        int size = popcount(free_land);
        for (uint64_t rest = size >= 2 ? needed & ~found : 0; rest; rest &= rest - 1) {
            int shape = lowest(rest);
            if (T.shape_size[shape] > size)
                continue;
            const int16_t *first = &T.first_placement[shape * MAX_BLOCKS + block];
            for (int placement = first[0]; placement < first[1]; placement++)
                if (!(T.footprint[placement] & ~free_land)) {
                    found |= UINT64_C(1) << shape;
                    break;
                }
        }
    }
    return with_shapes(tiles, found);
}

static inline bool inferior_ground(const State *s, int seat, int generation, uint64_t *out) {
    bool inferior = false;
    for (int word = 0; word < WORDS; word++)
        out[word] = s->estate[seat][word];
    for (int k = 0; k < MAX_BUILDINGS && s->buildings[seat][k]; k++) {
        int building = s->buildings[seat][k];
        if (T.tile_generation[tile_of(building)] < generation)
            inferior = true;
        else
            out[T.placement_word[place_of(building)]] &= ~T.footprint[place_of(building)];
    }
    return inferior;
}

static inline int vacant_lots(int block, uint64_t estate, uint64_t built) {
    int vacant = 0;
    for (int lot = T.first_lot[block]; lot < T.first_lot[block + 1]; lot++)
        vacant += (T.lots[lot] & estate) && !(T.lots[lot] & built);
    return vacant;
}

static inline uint64_t standing_after(const State *s, int seat, int placement) {
    int word = T.placement_word[placement];
    uint64_t footprint = T.footprint[placement], built = s->built[seat][word];
    if (footprint & built)
        for (int k = 0; k < MAX_BUILDINGS && s->buildings[seat][k]; k++) {
            int other = place_of(s->buildings[seat][k]);
            if (T.placement_word[other] == word && T.footprint[other] & footprint)
                built &= ~T.footprint[other];
        }
    return built | footprint;
}

static inline int workers_after(const State *s, int seat, int placement) {
    int word = T.placement_word[placement], block = T.placement_block[placement];
    uint64_t estate = s->estate[seat][word];
    int before = vacant_lots(block, estate, s->built[seat][word]);
    return s->workers[seat] - before + vacant_lots(block, estate, standing_after(s, seat, placement));
}

static inline bool can_raze(const State *s, int seat, int placement, uint64_t ground) {
    uint64_t footprint = T.footprint[placement];
    if (footprint & ~ground || !(footprint & s->built[seat][T.placement_word[placement]]))
        return false;
    return workers_after(s, seat, placement) <= WORKERS;
}

static inline uint64_t razing_tiles(const State *s, int seat, uint64_t tiles) {
    uint64_t result = 0, ground[WORDS];
    for (int generation = 1; generation <= GOLD; generation++) {
        uint64_t own = tiles & T.tiles_of_generation[generation] & ~T.tiles_of_generation[generation - 1];
        if (!own || !inferior_ground(s, seat, generation, ground))
            continue;
        uint64_t needed = shapes_of(own), found = 0;
        for (int block = 0; block < n_blocks; block++) {
            int word = T.block_word[block];
            uint64_t land = ground[word] & T.blocks[block];
            if (!(land & s->built[seat][word]))
                continue;
            int size = popcount(land);
            for (uint64_t rest = needed & ~found; rest; rest &= rest - 1) {
                int shape = lowest(rest);
                if (T.shape_size[shape] > size)
                    continue;
                const int16_t *first = &T.first_placement[shape * MAX_BLOCKS + block];
                for (int placement = first[0]; placement < first[1]; placement++)
                    if (can_raze(s, seat, placement, land)) {
                        found |= UINT64_C(1) << shape;
                        break;
                    }
            }
        }
        result |= with_shapes(own, found);
    }
    return result;
}

/* ------------------------------------------------------------------ lists */

static inline int list_bits(int32_t *out, int n, int first, uint64_t bits) {
    for (; bits; bits &= bits - 1)
        out[n++] = first + lowest(bits);
    return n;
}

static inline uint64_t second_tiles(const State *s, int seat) {
    uint64_t tiles = usable_tiles(s, seat);
    if (popcount(s->unbuilt[seat]) <= FEWEST_UNBUILT)
        tiles &= ~((UINT64_C(1) << FIRST_LEGEND) - 1);
    return buildable_tiles(s, seat, tiles);
}

static inline int list_start(const State *s, int32_t *out) {
    int seat = s->seat, n = 0, left = WORKERS - s->workers[seat], n_open = count_kinds(s->open), n_pile = count_pile(s);
    bool expands = left > 0 && n_open > 0;
    if (left > 0 && !expands)
        out[n++] = PASS;
    if (s->actions[seat] & SHIFT_CARD && n_open + n_pile > 0)
        out[n++] = SHIFT;
    uint64_t tiles = usable_tiles(s, seat), builds = 0;
    if (expands) {
        int small = 0;
        for (int kind = 0; kind < KINDS; kind += 2)
            small += s->open[kind];
        if (s->actions[seat] & GRAB_CARD && left >= 2 && small >= 2 && n_pile > 0)
            out[n++] = GRAB;
        for (int kind = 0; kind < KINDS; kind++)
            if (s->open[kind])
                out[n++] = TAKEN + kind;
    } else
        builds = buildable_tiles(s, seat, tiles);
    uint64_t razes = razing_tiles(s, seat, tiles);
    if (left == 0 && !(builds | razes)) {
        for (int lot = 0; lot < LOTS; lot++) {
            int word = T.lot_word[lot];
            if (T.lots[lot] & s->estate[seat][word] && !(T.lots[lot] & s->built[seat][word]))
                out[n++] = RECLAIMED + lot;
        }
        return n;
    }
    return list_bits(out, list_bits(out, n, CHOSEN, builds), RAZED, razes);
}

static inline int list_claims(const State *s, int32_t *out) {
    int n = 0, kind = s->card - 1;
    for (int k = 0; k < MAX_LOTS && T.lots_of_kind[kind][k] >= 0; k++) {
        int lot = T.lots_of_kind[kind][k], word = T.lot_word[lot];
        uint64_t claimed = 0;
        for (int seat = 0; seat < n_seats; seat++)
            claimed |= s->estate[seat][word];
        if (!(T.lots[lot] & claimed))
            out[n++] = CLAIMED + lot;
    }
    return n;
}

static inline int list_places(const State *s, int32_t *out) {
    int seat = s->seat, tile = s->tile - 1, n = 0, shape = T.tile_shape[tile], size = T.shape_size[shape];
    uint64_t ground[WORDS];
    if (s->razing)
        inferior_ground(s, seat, T.tile_generation[tile], ground);
    else
        for (int word = 0; word < WORDS; word++)
            ground[word] = s->estate[seat][word] & ~s->built[seat][word];
    for (int block = 0; block < n_blocks; block++) {
        uint64_t land = ground[T.block_word[block]] & T.blocks[block];
        if (popcount(land) < size)
            continue;
        const int16_t *first = &T.first_placement[shape * MAX_BLOCKS + block];
        for (int placement = first[0]; placement < first[1]; placement++)
            if (!(T.footprint[placement] & ~land) && (!s->razing || can_raze(s, seat, placement, land)))
                out[n++] = PLACED + placement;
    }
    return n;
}

static inline int legal_moves(const State *s, int32_t *out) {
    int phase = s->phase, seat = s->seat, n = 0;
    if (phase == START)
        return list_start(s, out);
    if (phase == CLAIM)
        return list_claims(s, out);
    if (phase == TAKE) {
        for (int kind = 0; kind < KINDS; kind += 2)
            if (s->open[kind])
                out[n++] = TAKEN + kind;
        return n;
    }
    if (phase == BUILD || phase == BOOM) {
        out[0] = PASS;
        uint64_t tiles = phase == BOOM ? second_tiles(s, seat) : buildable_tiles(s, seat, usable_tiles(s, seat));
        return list_bits(out, 1, CHOSEN, tiles);
    }
    return list_places(s, out);
}

/* ------------------------------------------------------------------ points */

static void count_city(const State *s, int seat, int *counts) {
    memset(counts, 0, N_COUNTS * sizeof *counts);
    for (int k = 0; k < MAX_BUILDINGS && s->buildings[seat][k]; k++) {
        int tile = tile_of(s->buildings[seat][k]), placement = place_of(s->buildings[seat][k]);
        for (int street = 0; street < N_STREETS; street++)
            counts[street] += T.placement_streets[placement] >> street & 1;
        counts[GENERATIONS + T.tile_generation[tile]]++;
        if (T.tile_generation[tile] == GOLD)
            for (int district = 0; district < DISTRICTS; district++)
                counts[TYCOONS + district] += T.placement_districts[placement] >> district & 1;
        counts[IRREGULAR] += T.tile_irregular[tile];
    }
}

static inline int ladder(int count, int least, int first, int second, int third) {
    return count < least ? 0 : count == least ? first : count == least + 1 ? second : third;
}

static int final_points(const State *s, int seat) {
    int own[N_COUNTS], rival[N_COUNTS], bonus = s->bonus - 1, points = 0, leads = (1 << TYCOONS) - 1;
    count_city(s, seat, own);
    for (int other = 0; other < n_seats; other++) {
        if (other == seat)
            continue;
        count_city(s, other, rival);
        for (int k = 0; k < TYCOONS; k++)
            if (own[k] <= rival[k])
                leads &= ~(1 << k);
    }
    for (int street = 0; street < N_STREETS; street++)
        points += 5 * (s->streets >> street & leads >> street & 1);
    if (bonus == BRONZE_BARON)
        points += ladder(own[GENERATIONS + 1], 4, 5, 10, 15);
    else if (bonus == MASTER_ARCHITECT)
        points += ladder(own[IRREGULAR], 3, 3, 6, 10);
    else if (bonus == GENERATION_KING)
        for (int generation = 1; generation <= GOLD; generation++)
            points += 5 * (leads >> (GENERATIONS + generation) & 1);
    else if (bonus == GOLD_TYCOON)
        for (int district = 0; district < DISTRICTS; district++)
            points += own[TYCOONS + district] >= 2 ? 3 : 0;
    return points + popcount((uint64_t)s->actions[seat]);
}

static inline int height(const State *s, int seat) {
    for (int legend = 0; legend < 4; legend++)
        if (s->legends[legend] == seat + 1)
            return legend + 1;
    return 0;
}

static int count_gold(const State *s, int seat) {
    int count = 0;
    for (int k = 0; k < MAX_BUILDINGS && s->buildings[seat][k]; k++)
        count += T.tile_generation[tile_of(s->buildings[seat][k])] == GOLD;
    return count;
}

static void returns(const State *s, double *out) {
    for (int seat = 0; seat < n_seats; seat++) {
        double beaten = 0.0;
        for (int rival = 0; rival < n_seats; rival++) {
            if (rival == seat)
                continue;
            int ahead = s->scores[seat] - s->scores[rival];
            if (!ahead)
                ahead = height(s, seat) - height(s, rival);
            if (!ahead)
                ahead = count_gold(s, seat) - count_gold(s, rival);
            beaten += ahead > 0 ? 1.0 : ahead == 0 ? 0.5 : 0.0;
        }
        out[seat] = beaten / (n_seats - 1);
    }
}

/* ------------------------------------------------------------------ moves */

static void end_turn(State *s) {
    s->turns++;
    bool over = s->turns >= MAX_TURNS;
    if (s->trigger) {
        int left = s->final ? s->final : n_seats;
        s->final = (int8_t)(left - 1);
        over = over || left == 1;
    }
    if (!over) {
        s->seat = (int8_t)((s->seat + 1) % n_seats);
        s->actor = s->seat;
        s->phase = START;
        return;
    }
    s->phase = OVER;
    s->actor = NOBODY;
    int points[SEATS];
    for (int seat = 0; seat < n_seats; seat++)
        points[seat] = final_points(s, seat);
    for (int seat = 0; seat < n_seats; seat++)
        s->scores[seat] = (int16_t)(s->scores[seat] + points[seat]);
}

static void add_building(State *s, int seat, int tile, int placement) {
    int entry = 1 + tile * PLACEMENTS + placement, k = 0;
    while (s->buildings[seat][k] && s->buildings[seat][k] < entry)
        k++;
    for (; entry && k < MAX_BUILDINGS; k++) {
        int other = s->buildings[seat][k];
        s->buildings[seat][k] = (uint16_t)entry;
        entry = other;
    }
}

static void remove_overlapped(State *s, int seat, int placement) {
    int word = T.placement_word[placement], kept = 0;
    for (int k = 0; k < MAX_BUILDINGS && s->buildings[seat][k]; k++) {
        uint16_t building = s->buildings[seat][k];
        int other = place_of(building);
        s->buildings[seat][k] = 0;
        if (T.placement_word[other] == word && T.footprint[other] & T.footprint[placement])
            s->built[seat][word] &= ~T.footprint[other];
        else
            s->buildings[seat][kept++] = building;
    }
}

static int prestige(const State *s, int seat, int placement) {
    int word = T.placement_word[placement], touched = 0;
    for (int rival = 0; rival < n_seats; rival++)
        for (int k = 0; rival != seat && k < MAX_BUILDINGS && s->buildings[rival][k]; k++) {
            int other = place_of(s->buildings[rival][k]), generation = T.tile_generation[tile_of(s->buildings[rival][k])];
            if (0 < generation && generation < GOLD && T.placement_word[other] == word)
                touched += (T.footprint[other] & T.rim[placement]) != 0;
        }
    return touched;
}

static void place(State *s, int placement) {
    int seat = s->seat, tile = s->tile - 1, workers = workers_after(s, seat, placement);
    if (s->razing)
        remove_overlapped(s, seat, placement);
    s->built[seat][T.placement_word[placement]] |= T.footprint[placement];
    s->workers[seat] = (int8_t)workers;
    add_building(s, seat, tile, placement);
    if (tile >= FIRST_LEGEND)
        s->legends[tile - FIRST_LEGEND] = (int8_t)(seat + 1);
    else
        s->unbuilt[seat] &= ~(UINT32_C(1) << (31 - __builtin_clz(s->unbuilt[seat] & T.tile_copies[tile])));
    int points = T.tile_points[tile];
    if (s->bonus == GOLD_PRESTIGE + 1 && T.tile_generation[tile] == GOLD)
        points += prestige(s, seat, placement);
    s->scores[seat] = (int16_t)(s->scores[seat] + points);
    s->tile = s->razing = 0;
    if (!s->trigger && popcount(s->unbuilt[seat]) == FEWEST_UNBUILT)
        s->trigger = (int8_t)(seat + 1);
    if (s->actions[seat] & BOOM_CARD && second_tiles(s, seat))
        s->phase = BOOM;
    else
        end_turn(s);
}

static void deal_on(State *s, int seat) {
    if (seat == n_seats) {
        s->seat = (int8_t)(s->first - 1);
        fill_market(s, START);
    } else {
        s->phase = CHARACTER;
        s->seat = (int8_t)seat;
    }
}

static void set_up(State *s, int move) {
    int seat = s->seat;
    if (move >= DEALT) {
        int district = move - DEALT, lot = T.starts[district], word = T.lot_word[lot];
        s->characters[seat] = (int8_t)(district + 1);
        s->estate[seat][word] |= T.lots[lot];
        s->built[seat][word] |= T.lots[lot];
        add_building(s, seat, STARTER, T.starters[district]);
        s->heap[T.lot_kind[lot]]--;
        deal_on(s, seat + 1);
    } else if (move >= CHALLENGE) {
        s->bonus = (int8_t)(move - CHALLENGE + 1);
        deal_on(s, 0);
    } else if (move >= SCORING) {
        s->streets = STREET_SETS[move - SCORING];
        s->phase = BONUS;
    } else {
        s->first = (int8_t)(move - BEGINS + 1);
        s->phase = STREETS;
    }
}

static inline void play(State *s, int move) {
    int seat = s->seat;
    if (move >= PLACED)
        place(s, move - PLACED);
    else if (move >= CHOSEN) {
        if (s->phase == BOOM)
            s->actions[seat] &= ~BOOM_CARD;
        s->razing = move >= RAZED;
        s->tile = (int8_t)(move - (move >= RAZED ? RAZED : CHOSEN) + 1);
        s->phase = PLACE;
    } else if (move >= RECLAIMED) {
        int lot = move - RECLAIMED;
        s->estate[seat][T.lot_word[lot]] &= ~T.lots[lot];
        s->workers[seat]--;
        s->queue[s->n_queue++] = (int8_t)(T.lot_kind[lot] + 1 + LAST);
        end_turn(s);
    } else if (move >= CLAIMED) {
        int lot = move - CLAIMED;
        s->estate[seat][T.lot_word[lot]] |= T.lots[lot];
        s->workers[seat]++;
        s->card = 0;
        if (s->takes)
            s->phase = TAKE;
        else
            fill_market(s, BUILD);
    } else if (move >= TAKEN) {
        s->open[move - TAKEN]--;
        s->card = (int8_t)(move - TAKEN + 1);
        s->takes = (int8_t)(s->takes ? s->takes - 1 : 0);
        s->phase = CLAIM;
    } else if (move == PASS)
        end_turn(s);
    else if (move == SHIFT) {
        s->actions[seat] &= ~SHIFT_CARD;
        int n = s->n_queue;
        for (int kind = 0; kind < KINDS; kind++)
            for (; s->open[kind]; s->open[kind]--)
                s->queue[n++] = (int8_t)(kind + 1);
        if (n > s->n_queue)
            s->queue[n - 1] += LAST;
        s->n_queue = (int8_t)n;
        fill_market(s, START);
    } else if (move == GRAB) {
        s->actions[seat] &= ~GRAB_CARD;
        s->takes = 2;
        s->phase = TAKE;
    } else if (move >= DRAWN) {
        draw(s, move - DRAWN);
        go_on(s);
    } else
        set_up(s, move);
}

static void start_game(State *s) {
    memset(s, 0, sizeof *s);
    for (int seat = 0; seat < n_seats; seat++) {
        s->unbuilt[seat] = (1 << FIRST_LEGEND) - 1;
        s->actions[seat] = SHIFT_CARD | GRAB_CARD | BOOM_CARD;
    }
    for (int kind = 0; kind < KINDS; kind++)
        s->heap[kind] = n_seats == 2 && kind >= KINDS - 2 ? 0 : kind % 2 ? 4 : 9;
    s->phase = FIRST;
    s->actor = CHANCE;
}

#endif
