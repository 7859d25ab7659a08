/* Skyscraper (1937) in C: the rules of mctsky/games/skyscraper1937, by the same steps and the same options as bits.
 *
 * The tables (prices, supplies, Luck cards) are made by box.py and read from a file, so that both languages play with the same box.
 * `Tables` is the aligned record of box.py; a state has a layout of its own, with all that belongs to a player in one place. */
#ifndef SKYSCRAPER1937_H
#define SKYSCRAPER1937_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "rng.h"

enum { PLAYERS = 6, N_PIECES = 15, N_BUILDINGS = 7, N_SLOTS = 4, N_ROLES = 4, N_POLICIES = 3, MAX_CARDS = 64, PACK_OF_ROLES = 4 };
enum { RESIDENCE, PORCH, GARAGE, CHIMNEY, STORE, FLOOR, FIRST_BUILDING, CHURCH = FIRST_BUILDING + N_BUILDINGS, PENT_HOUSE };
enum { PUBLIC = FIRST_BUILDING, LUCK = N_PIECES, LOST_TURN, ALL_BUILDINGS = ((1 << N_BUILDINGS) - 1) << FIRST_BUILDING };
enum { RESIDENTIAL, MUNICIPAL, BUSINESS };
enum { AGENT, BUILDER, COLLECTOR, UTILITIES, POT = PLAYERS, IN_PACK = PLAYERS + 1, CHANCE = -1, NOBODY = -2 };
enum { FIRE_POLICY = 1, TORNADO_POLICY = 2, ALL_RISK_POLICY = 4, ALL_RISK = 2 };
enum { DEAL, FIRST, INSURANCE, ROLL, DRAW, BUY, LOSE, CLAIM, TAKE, GAIN, OVER };
enum { TAX, BILL, SALARY, PAY, RESIDENCES, FIRE, TORNADO, OTHER, TAKE_CARD, GAIN_CARD };
enum { SOME = 1, COMPLETE, A_BUILDING, TALLEST, A_FLOOR, TWO_FLOORS, BARE_STORE, A_PENT_HOUSE };
enum { SKYSCRAPER = 1, FILLED = 2 };
enum { GO_ON, BEGIN, END, LOST }; /* what follows a step */
enum {
    THROW, POLICY, CREDIT = POLICY + 2, PASS = CREDIT + 4, PUT, PUT_STORE = PUT + 4, PUT_FLOOR, PUT_BUILDING = PUT_FLOOR + 2,
    PUT_CHURCH = PUT_BUILDING + 2 * N_BUILDINGS, PUT_PENT_HOUSE = PUT_CHURCH + 3, LOSE_SLOT = PUT_PENT_HOUSE + 2,
    LOSE_FLOOR = LOSE_SLOT + N_SLOTS, LOSE_TWO = LOSE_FLOOR + 2, LOSE_BOTH = LOSE_TWO + 2, LOSE_STORE,
    LOSE_PENT_HOUSE = LOSE_STORE + 2, KEEP = LOSE_PENT_HOUSE + 2, TURN_IN, N_CHOICES, LOSE_FIXED = N_CHOICES
};
enum { TAKE_PIECE = 0, TAKE_FLOOR = 4, TAKE_SLOT = 8, TAKE_CHURCH = TAKE_SLOT + 2 * N_SLOTS, N_TAKES = TAKE_CHURCH + 3 };
enum {
    FIRST_TAKE = N_CHOICES, FIRST_ROLE = FIRST_TAKE + N_TAKES * PLAYERS, BEGINS = FIRST_ROLE + N_ROLES + 1,
    ROLLED = BEGINS + PLAYERS - 2, DRAWN = ROLLED + 13, MAX_LEGAL = 15 * (PLAYERS - 1)
};

typedef struct {
    uint64_t pack, copies[MAX_CARDS];
    int8_t card_of[MAX_CARDS], kind[MAX_CARDS];
    int16_t amount[MAX_CARDS];
    int8_t piece[MAX_CARDS];
    int32_t pieces[MAX_CARDS];
    int8_t thing[MAX_CARDS][2];
    int32_t thing_pieces[MAX_CARDS][2];
    int8_t sold[13];
    int16_t price[N_PIECES];
    int8_t supply[N_PIECES];
    int16_t policy_price[N_POLICIES], cap[N_POLICIES];
    int8_t stock[N_POLICIES];
    int16_t share, bonus, max_throws;
    int8_t spaces, floors, pent_house_floors, first_residences, children;
} Tables;

/* What stands on a district card, and what its owner holds: 16 bytes. */
typedef struct {
    int8_t count[4]; /* residences, porches, garages, chimneys */
    int8_t look[2];  /* of the stores: 1 + 2 * floors, one more with a Pent House; the larger first */
    int8_t slot[N_SLOTS];
    int8_t church; /* 1 + district */
    int8_t policies, tax;
    int16_t cash;
} Player;

typedef struct {
    Player players[PLAYERS + 1]; /* the last is the pot, which has only money */
    uint64_t unseen, options;
    int16_t throws;
    int8_t supply[N_PIECES], stock[N_POLICIES], holders[N_ROLES];
    int8_t rovers, phase, actor, seat, total, card, stake, winner, route;
} State;

static Tables T;
static int n_seats = 2;

/* Of the 36 throws of two dice: sooner read than divided by six. */
static const int8_t TOTALS[36] = {2, 3, 4, 5, 6, 7, 3, 4, 5, 6, 7, 8, 4, 5, 6, 7, 8, 9, 5, 6, 7, 8, 9, 10, 6, 7, 8, 9, 10, 11,
                                  7, 8, 9, 10, 11, 12};

static inline int popcount(uint64_t x) { return __builtin_popcountll(x); }
static inline int lowest(uint64_t x) { return __builtin_ctzll(x); }
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline uint64_t option(int code, bool holds) { return (uint64_t)holds << code; }

static inline int nth(uint64_t bits, int n) {
#ifdef __BMI2__
    return lowest(_pdep_u64(UINT64_C(1) << n, bits));
#else
    while (n--)
        bits &= bits - 1;
    return lowest(bits);
#endif
}

/* ------------------------------------------------------------------ land */

static inline int floors_of(int look) { return look ? (look - 1) >> 1 : 0; }

static inline int free_spaces(const Player *p, int district) {
    int empty = T.spaces - (p->church == district + 1);
    if (district == RESIDENTIAL)
        return empty - p->count[RESIDENCE];
    const int8_t *slots = &p->slot[2 * (district - MUNICIPAL)];
    empty -= (slots[0] > 0) + (slots[1] > 0);
    if (district == BUSINESS)
        empty -= (p->look[0] > 0) + (p->look[1] > 0);
    return empty;
}

static inline int count_complete(const Player *p) {
    return min(min(p->count[RESIDENCE], p->count[PORCH]), min(p->count[GARAGE], p->count[CHIMNEY]));
}

static inline int count_owned(const Player *p, int piece) {
    if (piece == CHURCH)
        return p->church > 0;
    int n = 0;
    for (int slot = 0; slot < N_SLOTS; slot++)
        n += p->slot[slot] == piece;
    return n;
}

static inline uint64_t floor_spaces(const Player *p) {
    int first = p->look[0], second = p->look[1], full = 2 * T.floors + 1;
    return option(0, 0 < first && first < full) | option(1, 0 < second && second < full && second != first);
}

static inline uint64_t pent_house_spaces(const Player *p) {
    int first = p->look[0], second = p->look[1], least = 2 * T.pent_house_floors + 1;
    return option(0, (first & 1) && first >= least) | option(1, (second & 1) && second >= least && second != first);
}

static inline uint64_t building_spaces(const Player *p) {
    return option(0, free_spaces(p, MUNICIPAL) > 0) | option(1, free_spaces(p, BUSINESS) > 0);
}

static inline uint64_t church_spaces(const Player *p) {
    return p->church ? 0 : option(0, free_spaces(p, RESIDENTIAL) > 0) | building_spaces(p) << 1;
}

static inline bool simple_space(const Player *p, int piece) {
    if (piece == RESIDENCE)
        return free_spaces(p, RESIDENTIAL) > 0;
    if (piece == STORE)
        return free_spaces(p, BUSINESS) > 0;
    return p->count[piece] < T.spaces;
}

static inline uint64_t public_options(const Player *p, int for_sale) {
    uint64_t names = 0;
    for (int building = 0; building < N_BUILDINGS; building++)
        names |= (uint64_t)(for_sale >> (FIRST_BUILDING + building) & 1) << 2 * building;
    uint64_t found = names * building_spaces(p) << PUT_BUILDING;
    if (for_sale >> CHURCH & 1)
        found |= church_spaces(p) << PUT_CHURCH;
    if (for_sale >> PENT_HOUSE & 1)
        found |= pent_house_spaces(p) << PUT_PENT_HOUSE;
    return found;
}

static inline void change_store(Player *p, int store, int by) {
    p->look[store] = (int8_t)(p->look[store] + by);
    int8_t first = p->look[0], second = p->look[1];
    p->look[0] = (int8_t)max(first, second);
    p->look[1] = (int8_t)min(first, second);
}

static inline int put(State *s, Player *p, int code) {
    int piece;
    if (code < PUT_STORE) {
        piece = code - PUT;
        p->count[piece]++;
    } else if (code == PUT_STORE) {
        piece = STORE;
        p->look[p->look[0] > 0] = 1;
    } else if (code < PUT_BUILDING) {
        piece = FLOOR;
        change_store(p, code - PUT_FLOOR, 2);
    } else if (code < PUT_CHURCH) {
        piece = FIRST_BUILDING + ((code - PUT_BUILDING) >> 1);
        int8_t *slots = &p->slot[2 * ((code - PUT_BUILDING) & 1)];
        int other = slots[0];
        slots[0] = (int8_t)max(piece, other);
        slots[1] = (int8_t)min(piece, other);
    } else if (code < PUT_PENT_HOUSE) {
        piece = CHURCH;
        p->church = (int8_t)(1 + code - PUT_CHURCH);
    } else {
        piece = PENT_HOUSE;
        change_store(p, code - PUT_PENT_HOUSE, 1);
    }
    s->supply[piece]--;
    return piece;
}

/* ------------------------------------------------------------------ money */

static inline void pay(State *s, int payer, int creditor, int amount) {
    amount = min(amount, s->players[payer].cash);
    s->players[payer].cash = (int16_t)(s->players[payer].cash - amount);
    s->players[creditor].cash = (int16_t)(s->players[creditor].cash + amount);
}

static inline bool is_rover(const State *s, int seat) { return s->rovers >> seat & 1; }

static inline void pay_owners(State *s, int seat, int card, int amount) {
    for (int step = 1; step < n_seats; step++) {
        int owner = seat + step < n_seats ? seat + step : seat + step - n_seats;
        int times = is_rover(s, owner) ? 2 : 1;
        pay(s, seat, owner, amount * times * count_owned(&s->players[owner], T.piece[card]));
    }
}

static inline void settle(State *s, int seat, int card) {
    int kind = T.kind[card], amount = T.amount[card];
    Player *p = &s->players[seat];
    if (kind == TAX) {
        if (seat != s->holders[COLLECTOR] && !p->tax) {
            pay(s, seat, s->holders[COLLECTOR], amount);
            p->tax = (int8_t)(card + 1);
        }
    } else if (kind == BILL)
        pay(s, seat, s->holders[UTILITIES], amount);
    else if (kind == SALARY)
        pay(s, POT, seat, amount * (is_rover(s, seat) ? 5 : 1) * (count_owned(p, T.piece[card]) ? 2 : 1));
    else if (kind == PAY)
        pay_owners(s, seat, card, amount);
    else
        pay(s, POT, seat, amount * count_complete(p));
}

/* ------------------------------------------------------------------ insurance */

static inline int insurer(const State *s, int seat) { return s->holders[AGENT] == seat ? POT : s->holders[AGENT]; }

static inline int credit_value(int credited) { return T.policy_price[0] * (credited & 1) + T.policy_price[1] * (credited >> 1); }

static inline uint64_t policy_options(const State *s, const Player *p) {
    int held = p->policies, cash = p->cash;
    if (held & ALL_RISK_POLICY)
        return 0;
    uint64_t found = 0;
    for (int kind = 0; kind < ALL_RISK; kind++)
        found |= option(POLICY + kind, (cash >= T.policy_price[kind]) & (s->stock[kind] > 0) & !(held >> kind & 1));
    if (s->stock[ALL_RISK] > 0)
        for (int credited = 0; credited < 4; credited++) {
            bool affordable = cash >= T.policy_price[ALL_RISK] - credit_value(credited);
            found |= option(CREDIT + credited, affordable & ((held & credited) == credited));
        }
    return found;
}

static inline void buy_policy(State *s, int seat, int code) {
    int kind = min(code - POLICY, ALL_RISK), credited = max(0, code - CREDIT);
    pay(s, seat, insurer(s, seat), max(0, T.policy_price[kind] - credit_value(credited)));
    s->players[seat].policies = (int8_t)((s->players[seat].policies & ~credited) | 1 << kind);
    s->stock[kind]--;
    for (int old = 0; old < ALL_RISK; old++)
        s->stock[old] = (int8_t)(s->stock[old] + (credited >> old & 1));
}

static inline int covers(int kind) {
    return ALL_RISK_POLICY | (kind == FIRE ? FIRE_POLICY : kind == TORNADO ? TORNADO_POLICY : 0);
}

static inline int payout(const Player *p, int card, int value) {
    int held = p->policies & covers(T.kind[card]), cap = 0;
    for (int kind = 0; kind < N_POLICIES; kind++)
        if (held >> kind & 1)
            cap = max(cap, T.cap[kind]);
    return min(value, cap);
}

/* ------------------------------------------------------------------ disasters */

static inline int fixed_pieces(const Player *p, int card, int way) {
    int wanted = T.thing_pieces[card][way], found = 0;
    for (int piece = 0; piece < 4; piece++)
        found |= (p->count[piece] > 0) << piece;
    found = (found | (p->church > 0) << CHURCH) & wanted;
    return T.thing[card][way] == COMPLETE && found != wanted ? 0 : found;
}

static inline uint64_t slot_options(const Player *p, int pieces) {
    uint64_t found = 0;
    for (int slot = 0; slot < N_SLOTS; slot++) {
        int piece = p->slot[slot];
        bool alike = slot & 1 && piece == p->slot[slot - 1];
        found |= option(LOSE_SLOT + slot, piece > 0 && !alike && (pieces >> piece & 1));
    }
    return found;
}

static inline uint64_t store_options(const Player *p, int thing) {
    int first = p->look[0], second = p->look[1], high = floors_of(first), low = floors_of(second);
    bool differ = first != second;
    if (thing == TALLEST)
        return option(LOSE_FLOOR, high > 0) | option(LOSE_FLOOR + 1, high > 0 && low == high && differ);
    if (thing == A_FLOOR || (thing == TWO_FLOORS && high + low < 2))
        return option(LOSE_FLOOR, high > 0) | option(LOSE_FLOOR + 1, low > 0 && differ);
    if (thing == TWO_FLOORS)
        return option(LOSE_TWO, high > 1) | option(LOSE_TWO + 1, low > 1 && differ) | option(LOSE_BOTH, low > 0);
    if (thing == BARE_STORE)
        return option(LOSE_STORE, 0 < first && first <= 2) | option(LOSE_STORE + 1, 0 < second && second <= 2 && differ);
    return option(LOSE_PENT_HOUSE, first > 0 && !(first & 1)) | option(LOSE_PENT_HOUSE + 1, second > 0 && !(second & 1) && differ);
}

static inline uint64_t loss_options(const Player *p, int card) {
    uint64_t found = 0;
    for (int way = 0; way < 2 && !found; way++) {
        int thing = T.thing[card][way];
        if (thing > A_BUILDING)
            found = store_options(p, thing);
        else if (thing == A_BUILDING)
            found = slot_options(p, T.thing_pieces[card][way]);
        else if (thing > 0)
            found = option(LOSE_FIXED, fixed_pieces(p, card, way) != 0);
    }
    return found;
}

static inline int doomed_pieces(const Player *p, int card) {
    int found = fixed_pieces(p, card, 0);
    return found ? found : fixed_pieces(p, card, 1);
}

static inline void destroy(State *s, Player *p, int way, int pieces) {
    if (way == LOSE_FIXED) {
        for (int piece = 0; piece < 4; piece++) {
            int lost = pieces >> piece & 1;
            p->count[piece] = (int8_t)(p->count[piece] - lost);
            s->supply[piece] = (int8_t)(s->supply[piece] + lost);
        }
        if (pieces >> CHURCH & 1) {
            p->church = 0;
            s->supply[CHURCH]++;
        }
    } else if (way < LOSE_FLOOR) {
        int slot = way - LOSE_SLOT;
        s->supply[p->slot[slot]]++;
        if (!(slot & 1)) {
            p->slot[slot] = p->slot[slot + 1];
            slot++;
        }
        p->slot[slot] = 0;
    } else if (way < LOSE_TWO) {
        change_store(p, way - LOSE_FLOOR, -2);
        s->supply[FLOOR]++;
    } else if (way < LOSE_BOTH) {
        change_store(p, way - LOSE_TWO, -4);
        s->supply[FLOOR] += 2;
    } else if (way == LOSE_BOTH) {
        p->look[0] -= 2;
        p->look[1] -= 2;
        s->supply[FLOOR] += 2;
    } else if (way < LOSE_PENT_HOUSE) {
        int look = p->look[way - LOSE_STORE];
        s->supply[STORE]++;
        s->supply[PENT_HOUSE] = (int8_t)(s->supply[PENT_HOUSE] + !(look & 1));
        change_store(p, way - LOSE_STORE, -look);
    } else {
        change_store(p, way - LOSE_PENT_HOUSE, -1);
        s->supply[PENT_HOUSE]++;
    }
}

static inline int loss_value(const Player *p, int way, int pieces) {
    if (way == LOSE_FIXED) {
        int value = T.price[CHURCH] * (pieces >> CHURCH & 1);
        for (int piece = 0; piece < 4; piece++)
            value += T.price[piece] * (pieces >> piece & 1);
        return value;
    }
    if (way < LOSE_FLOOR)
        return T.price[p->slot[way - LOSE_SLOT]];
    if (way < LOSE_STORE)
        return T.price[FLOOR] * (way < LOSE_TWO ? 1 : 2);
    if (way < LOSE_PENT_HOUSE)
        return T.price[STORE] + (p->look[way - LOSE_STORE] & 1 ? 0 : T.price[PENT_HOUSE]);
    return T.price[PENT_HOUSE];
}

/* ------------------------------------------------------------------ taking and gaining */

static inline uint64_t gain_options(const State *s, const Player *p, int card) {
    int there = 0;
    for (int piece = 0; piece < N_PIECES; piece++)
        there |= (s->supply[piece] > 0) << piece;
    int pieces = T.pieces[card] & there;
    uint64_t found = public_options(p, pieces);
    for (int piece = 0; piece <= STORE; piece++)
        if (pieces >> piece & 1)
            found |= option(PUT + piece, simple_space(p, piece));
    if (pieces >> FLOOR & 1)
        found |= floor_spaces(p) << PUT_FLOOR;
    return found;
}

static inline uint64_t take_options(const Player *p, const Player *victim, int pieces) {
    uint64_t found = 0;
    for (int piece = 0; piece < 4; piece++)
        if (pieces >> piece & 1 && victim->count[piece] > 0)
            found |= option(TAKE_PIECE + piece, simple_space(p, piece));
    if (pieces >> FLOOR & 1) {
        uint64_t spaces = floor_spaces(p), his = store_options(victim, A_FLOOR) >> LOSE_FLOOR;
        found |= spaces * (his & 1) << TAKE_FLOOR | spaces * (his >> 1) << (TAKE_FLOOR + 2);
    }
    if (pieces & ALL_BUILDINGS) {
        uint64_t spaces = building_spaces(p), his = slot_options(victim, pieces) >> LOSE_SLOT;
        for (int slot = 0; slot < N_SLOTS; slot++)
            found |= spaces * (his >> slot & 1) << (TAKE_SLOT + 2 * slot);
    }
    if (pieces >> CHURCH & 1 && victim->church > 0)
        found |= church_spaces(p) << TAKE_CHURCH;
    return found;
}

static inline int list_takes(const State *s, int32_t *out) {
    int n = 0, pieces = T.pieces[s->card - 1];
    for (int victim = 0; victim < n_seats; victim++)
        if (victim != s->seat) {
            uint64_t found = take_options(&s->players[s->seat], &s->players[victim], pieces);
            for (; found; found &= found - 1)
                out[n++] = FIRST_TAKE + N_TAKES * victim + lowest(found);
        }
    return n;
}

static inline void take(State *s, int move) {
    int what = (move - FIRST_TAKE) % N_TAKES;
    Player *p = &s->players[s->seat], *victim = &s->players[(move - FIRST_TAKE) / N_TAKES];
    if (what < TAKE_FLOOR) {
        destroy(s, victim, LOSE_FIXED, 1 << (what - TAKE_PIECE));
        put(s, p, PUT + what - TAKE_PIECE);
    } else if (what < TAKE_SLOT) {
        destroy(s, victim, LOSE_FLOOR + ((what - TAKE_FLOOR) >> 1), 0);
        put(s, p, PUT_FLOOR + ((what - TAKE_FLOOR) & 1));
    } else if (what < TAKE_CHURCH) {
        int slot = (what - TAKE_SLOT) >> 1, building = victim->slot[slot] - FIRST_BUILDING;
        destroy(s, victim, LOSE_SLOT + slot, 0);
        put(s, p, PUT_BUILDING + 2 * building + ((what - TAKE_SLOT) & 1));
    } else {
        destroy(s, victim, LOSE_FIXED, 1 << CHURCH);
        put(s, p, PUT_CHURCH + what - TAKE_CHURCH);
    }
}

/* ------------------------------------------------------------------ lists */

static inline int public_for_sale(const State *s, int cash) {
    int found = 0;
    for (int piece = FIRST_BUILDING; piece < N_PIECES; piece++)
        found |= ((s->supply[piece] > 0) & (cash >= T.price[piece])) << piece;
    return found;
}

/* All ways to buy a residence, part, store or floor at once: a branch for each would often be guessed wrong. */
static inline uint64_t simple_spaces(const Player *p) {
    bool ready = p->count[RESIDENCE] >= T.first_residences;
    uint64_t found = option(PUT + RESIDENCE, free_spaces(p, RESIDENTIAL) > 0);
    for (int part = PORCH; part <= CHIMNEY; part++)
        found |= option(PUT + part, ready & (p->count[part] < T.spaces));
    return found | option(PUT_STORE, free_spaces(p, BUSINESS) > 0) | floor_spaces(p) << PUT_FLOOR;
}

static inline uint64_t purchase_options(const State *s, int seat, int sold) {
    const Player *p = &s->players[seat];
    if (sold == PUBLIC)
        return public_options(p, public_for_sale(s, p->cash));
    bool given = (sold <= CHIMNEY) & (s->holders[BUILDER] == seat);
    bool there = (s->supply[sold] > 0) & (given | (p->cash >= T.price[sold]));
    uint64_t wanted = (sold == FLOOR ? UINT64_C(3) : UINT64_C(1)) << (PUT + sold);
    return there ? simple_spaces(p) & wanted : 0;
}

static inline int random_move(const State *s, int32_t *moves, Rng *rng) {
    if (s->phase == TAKE)
        return moves[below(rng, list_takes(s, moves))];
    return nth(s->options, below(rng, popcount(s->options)));
}

static inline int rovers_left(const State *s) { return max(0, n_seats - PACK_OF_ROLES) - popcount((uint64_t)s->rovers); }

static inline uint64_t roles_left(const State *s) {
    uint64_t roles = 0;
    for (int role = 0; role < N_ROLES; role++)
        roles |= option(role, s->holders[role] == IN_PACK);
    return roles;
}

static inline int sample_chance(const State *s, Rng *rng) {
    if (s->phase == ROLL)
        return ROLLED + TOTALS[below(rng, 36)];
    if (s->phase == DEAL) {
        uint64_t roles = roles_left(s);
        int n = popcount(roles), drawn = below(rng, n + rovers_left(s));
        return FIRST_ROLE + (drawn < n ? nth(roles, drawn) : N_ROLES);
    }
    if (s->phase == FIRST)
        return BEGINS + below(rng, n_seats);
    return DRAWN + T.card_of[nth(s->unseen, below(rng, popcount(s->unseen)))];
}

/* ------------------------------------------------------------------ turns */

static inline int ask(State *s, int phase, uint64_t options) {
    s->phase = (int8_t)phase;
    s->actor = s->seat;
    s->options = options;
    return GO_ON;
}

static inline int await_throw(State *s) {
    s->phase = ROLL;
    s->actor = CHANCE;
    s->options = 0;
    return GO_ON;
}

static inline void begin_turn(State *s) {
    uint64_t options = policy_options(s, &s->players[s->seat]);
    if (options)
        ask(s, INSURANCE, options | UINT64_C(1) << THROW);
    else
        await_throw(s);
}

static inline int deal(State *s, int role) {
    int seat = s->seat;
    if (role == N_ROLES)
        s->rovers = (int8_t)(s->rovers | 1 << seat);
    else
        s->holders[role] = (int8_t)seat;
    s->seat = (int8_t)(seat + 1 < n_seats ? seat + 1 : 0);
    if (rovers_left(s) || roles_left(s))
        return GO_ON;
    s->seat = s->holders[BUILDER];
    return BEGIN;
}

static inline int roll(State *s, int total) {
    s->throws++;
    s->total = (int8_t)total;
    int sold = T.sold[total];
    if (sold < LUCK) {
        uint64_t options = purchase_options(s, s->seat, sold);
        return options ? ask(s, BUY, options | UINT64_C(1) << PASS) : LOST;
    }
    if (sold == LOST_TURN || !s->unseen)
        return LOST;
    s->phase = DRAW;
    return GO_ON;
}

static inline int suffer(State *s, int way) {
    Player *p = &s->players[s->seat];
    int card = s->card - 1;
    if (p->policies & covers(T.kind[card])) {
        s->stake = (int8_t)way;
        return ask(s, CLAIM, UINT64_C(1) << KEEP | UINT64_C(1) << TURN_IN);
    }
    destroy(s, p, way, doomed_pieces(p, card));
    return END;
}

static inline int claim(State *s, bool turns_in) {
    int seat = s->seat, card = s->card - 1, way = s->stake;
    Player *p = &s->players[seat];
    int pieces = doomed_pieces(p, card);
    pay(s, insurer(s, seat), turns_in ? seat : POT, payout(p, card, loss_value(p, way, pieces)));
    if (turns_in)
        destroy(s, p, way, pieces);
    return END;
}

static inline uint64_t without_copy(uint64_t unseen, int card) {
    uint64_t copies = unseen & T.copies[card];
    return unseen & ~(copies & -copies);
}

static inline int draw(State *s, int card) {
    s->unseen = without_copy(s->unseen, card);
    s->card = (int8_t)(card + 1);
    Player *p = &s->players[s->seat];
    int kind = T.kind[card];
    if (kind < FIRE) {
        settle(s, s->seat, card);
        return END;
    }
    if (kind == TAKE_CARD) {
        int32_t takes[MAX_LEGAL];
        int n = list_takes(s, takes);
        if (n >= 2)
            return ask(s, TAKE, 0);
        if (n == 1)
            take(s, takes[0]);
        return END;
    }
    uint64_t options = kind < TAKE_CARD ? loss_options(p, card) : gain_options(s, p, card);
    if (options & (options - 1))
        return ask(s, kind < TAKE_CARD ? LOSE : GAIN, options);
    if (!options)
        return END;
    if (kind < TAKE_CARD)
        return suffer(s, lowest(options));
    put(s, p, lowest(options));
    return END;
}

static inline int choose(State *s, int code) {
    if (PUT <= code && code < LOSE_SLOT) {
        int piece = put(s, &s->players[s->seat], code);
        if (s->phase == BUY)
            pay(s, s->seat, piece <= CHIMNEY ? s->holders[BUILDER] : POT, T.price[piece]);
        return END;
    }
    if (code == PASS)
        return LOST;
    if (code == THROW)
        return await_throw(s);
    if (code < PUT) {
        buy_policy(s, s->seat, code);
        return BEGIN;
    }
    return code < KEEP ? suffer(s, code) : claim(s, code == TURN_IN);
}

static inline bool is_filled(const Player *p) {
    int residential = count_complete(p) + (p->church == RESIDENTIAL + 1);
    return residential == T.spaces && free_spaces(p, MUNICIPAL) + free_spaces(p, BUSINESS) == 0;
}

static inline void win(State *s, int seat, int route) {
    s->winner = (int8_t)(seat + 1);
    s->route = (int8_t)route;
    pay(s, POT, seat, s->players[POT].cash);
    if (route == SKYSCRAPER && !(s->players[seat].look[0] & 1))
        for (int other = 0; other < n_seats; other++)
            if (other != seat)
                pay(s, other, seat, T.bonus);
}

static inline void reshuffle(State *s) {
    s->unseen = T.pack;
    for (int seat = 0; seat < n_seats; seat++)
        if (s->players[seat].tax)
            s->unseen = without_copy(s->unseen, s->players[seat].tax - 1);
}

static inline int end_turn(State *s, bool changed) {
    int seat = s->seat, route = 0;
    s->total = s->card = s->stake = 0;
    if (changed) {
        if (!s->unseen)
            reshuffle(s);
        const Player *p = &s->players[seat];
        route = p->look[0] > 2 * T.floors ? SKYSCRAPER : is_filled(p) ? FILLED : 0;
    }
    if (route || s->throws >= T.max_throws) {
        if (route)
            win(s, seat, route);
        s->phase = OVER;
        s->actor = NOBODY;
        s->options = 0;
        s->seat = 0;
        return GO_ON;
    }
    s->seat = (int8_t)(seat + 1 < n_seats ? seat + 1 : 0);
    return BEGIN;
}

static inline void play(State *s, int move) {
    int step;
    if (move < FIRST_TAKE)
        step = choose(s, move);
    else if (move < FIRST_ROLE) {
        take(s, move);
        step = END;
    } else if (move >= DRAWN)
        step = draw(s, move - DRAWN);
    else if (move >= ROLLED + 2)
        step = roll(s, move - ROLLED);
    else if (move >= BEGINS) {
        s->seat = (int8_t)(move - BEGINS);
        step = BEGIN;
    } else
        step = deal(s, move - FIRST_ROLE);
    if (step >= END)
        step = end_turn(s, step == END);
    if (step == BEGIN)
        begin_turn(s);
}

static void returns(const State *s, double *out) {
    for (int seat = 0; seat < n_seats; seat++)
        out[seat] = !s->winner ? 1.0 / n_seats : seat == s->winner - 1 ? 1.0 : 0.0;
}

static void start_game(State *s) {
    memset(s, 0, sizeof *s);
    s->unseen = T.pack;
    s->actor = CHANCE;
    s->phase = T.children ? FIRST : DEAL;
    for (int seat = 0; seat < n_seats; seat++)
        s->players[seat].cash = T.share;
    memcpy(s->supply, T.supply, sizeof s->supply);
    memcpy(s->stock, T.stock, sizeof s->stock);
    memset(s->holders, T.children ? POT : IN_PACK, sizeof s->holders);
    if (n_seats == 3)
        s->holders[AGENT] = POT;
}

#endif
