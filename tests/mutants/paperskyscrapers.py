"""Small lies in the rules of Paper Skyscrapers: (file, old text, new text). Each old text stands once in its file.

Lies that change nothing are left out. Such are one about FREE in `cost_of` (a discount of 100 is enough), and those about
`in_turn` in `reduction_of` and `draw_from_row` (a city that reduces costs gives no action between turns, and there is no row
then).
"""

ACTIONS, BUILDING, CITY, DRAWS, GENERATE, PARTS, PLAY, QUANTITIES, SCORING, SETS, STAGES, TRACKS, TURNS = (
    f"rules/{name}.py"
    for name in (
        "actions", "building", "city", "draws", "generate", "parts", "play", "quantities", "scoring", "sets", "stages",
        "tracks", "turns",
    )
)  # fmt: skip
BELIEFS = "beliefs.py"

MUTANTS = [
    # tracks and points
    (TRACKS, "        while has_score(state, score):\n            score += 1\n", ""),
    (TRACKS, "return taken & SINGLE_SPACES", "return taken"),
    (TRACKS, "        taken |= ONE << np.uint64(state.tracks[seat, track])\n", "        taken |= ZERO\n"),
    (TRACKS, "if steps <= 0 or before == TRACK_END:", "if steps <= 0 or before >= TRACK_END - 1:"),
    (TRACKS, "if taken & ahead & spaces_below(space) != ZERO:", "if taken & ahead != ZERO:"),
    (TRACKS, "| BEYOND, steps - 1), TRACK_END)", "| BEYOND, 0), TRACK_END)"),
    (TRACKS, "points, lines = 0, (space - 1) // LINE_EVERY", "points, lines = 0, space // LINE_EVERY"),
    (TRACKS, "if lines > int(state.lines[seat, track]):", "if lines > (before - 1) // LINE_EVERY:"),
    (TRACKS, "points = lines - int(state.lines[seat, track])", "points = 1"),
    (
        TRACKS,
        "if space == TRACK_END and not int(state.finished) & 1 << track:",
        "if space == TRACK_END and not int(state.finished):",
    ),
    (TRACKS, "if space == TRACK_END and not int(state.finished) & 1 << track:", "if space == TRACK_END:"),
    (TRACKS, "spaces_below(before) & ~taken_spaces(state, track)", "spaces_below(before)"),
    (TRACKS, "int(game.tables.income[card, track]))", "int(game.tables.income[card, 0]))"),
    # cities: places, icons, lost cards
    (
        CITY,
        "return int(state.top[seat, place]) == 0 and place != int(state.city_place[seat])",
        "return int(state.top[seat, place]) == 0",
    ),
    (CITY, "        return stack_at(state, seat, 0) & ICONS\n", "        return stack_at(state, seat, 1) & ICONS\n"),
    (CITY, "int(state.n_places[seat]) - 1) & ICONS", "int(state.n_places[seat])) & ICONS"),
    (
        CITY,
        "(stack_at(state, seat, site - 1) & ICONS) + (stack_at(state, seat, site + 1) & ICONS)",
        "(stack_at(state, seat, site + 1) & ICONS)",
    ),
    (
        CITY,
        "(stack_at(state, seat, site - 1) & ICONS) + (stack_at(state, seat, site + 1) & ICONS)",
        "(stack_at(state, seat, site - 1) & ICONS)",
    ),
    (CITY, "return near + (stack_at(state, seat, site) & ICONS)", "return near"),
    (
        CITY,
        "        state.icons[seat, N_TYPES + landmark - 1] = int(state.icons[seat, N_TYPES + landmark - 1]) + change",
        "        pass",
    ),
    (CITY, "state.city_place[seat] = int(state.city_place[seat]) + by", "state.city_place[seat] = int(state.city_place[seat])"),
    (CITY, "        state.mayor[seat] = int(state.mayor[seat]) + by", "        state.mayor[seat] = int(state.mayor[seat])"),
    (CITY, "    state.below[card] = state.top[seat, place]\n", "    state.below[card] = 0\n"),
    (CITY, "state.stacks[seat, place])) + FLOOR)", "state.stacks[seat, place])))"),
    (CITY, "state.stacks[seat, place])) - FLOOR)", "state.stacks[seat, place])))"),
    (CITY, "    place = int(state.mayor[seat])\n", "    place = int(state.city_place[seat])\n"),
    (CITY, "    state.n_tucked[seat] = int(state.n_tucked[seat]) + 1\n", ""),
    (CITY, "        discard_tucked(game, state, seat, place)\n", ""),
    (CITY, "        if int(state.mayor[seat]) == place:  # R48, R70", "        if int(state.mayor[seat]) > place:"),
    (CITY, "        close_ends(state, seat)\n", ""),
    (CITY, "        add(state.discards, card)\n", ""),
    (CITY, "    while is_gap(state, seat, 0):\n", "    if is_gap(state, seat, 0):\n"),
    # what building costs, and what follows
    (BUILDING, "if not in_turn(state) or int(state.used):", "if not in_turn(state):"),
    (BUILDING, "return kind == 0 or kind == int(game.tables.type[card]) + 1", "return True"),
    (BUILDING, "sprawls = site >= LEFT or is_gap(state, seat, site)", "sprawls = site >= LEFT"),
    (BUILDING, "        cost -= reduction\n", "        cost -= 1\n"),
    (BUILDING, "    return max(0, cost)", "    return max(1, cost)"),
    (BUILDING, "        state.used = 1\n", ""),
    (BUILDING, " and not has_secrets(state, seat):", ":"),
    (TURNS, "whole = int(state.to_pay) == int(state.n_hand[runner_of(state)])", "whole = False"),
    (BUILDING, "    take_income(game, state, seat, card)\n", ""),
    (BUILDING, "1 << (ON_SPRAWL if sprawled else ON_BUILD_OVER)", "1 << ON_SPRAWL"),
    (BUILDING, "cost = int(game.tables.cost[card]) - discount", "cost = int(game.tables.cost[card])"),
    # basic actions
    (ACTIONS, "state.refill = 1 if in_turn(state) else 0", "state.refill = 0"),
    (ACTIONS, "    if int(state.chip_owner[achievement]) == 0:\n", "    if True:\n"),
    (ACTIONS, "int(state.n_hand[seat]) - 1", "int(state.n_hand[seat])"),
    (ACTIONS, "RIGHT if n_places < MAX_PLACES else LEFT - 1", "RIGHT"),
    (ACTIONS, "int(game.tables.cheaper_by[int(game.tables.type[card])])", "int(game.tables.type[card])"),
    # decks and round ends
    (DRAWS, "    if from_next and level < LAST_LEVEL:\n        level += 1\n", ""),
    (DRAWS, "return in_turn(state) and not above and", "return not above and"),
    (DRAWS, "return in_turn(state) and not above and", "return in_turn(state) and"),
    (DRAWS, "return int(state.level) == MAX_LEVEL and state.discards[1] != ZERO and", "return state.discards[1] != ZERO and"),
    (DRAWS, "int(state.n_shuffles) < MAX_SHUFFLES", "int(state.n_shuffles) <= MAX_SHUFFLES"),
    (DRAWS, "        state.shuffle[lowest(cards)] = number\n", "        state.shuffle[lowest(cards)] = 0\n"),
    (DRAWS, "int(state.n_deck[deck]) <= LOWEST_CARDS", "int(state.n_deck[deck]) < LOWEST_CARDS"),
    (DRAWS, "    return deck != int(state.level) - 1 or", "    return deck == int(state.level) - 1 and"),
    (DRAWS, "    state.ending = 1\n", ""),
    (PLAY, "        leave_deck(state, card)\n        add(state.discards, card)\n", "        leave_deck(state, card)\n"),
    (DRAWS, "        state.discards[word] |= state.row[word]\n", ""),
    (
        DRAWS,
        "word if int(state.level) == MAX_LEVEL and level == LAST_LEVEL else word & of_level(level)",
        "word & of_level(level)",
    ),
    # actions of cards
    (PARTS, "int(state.tracks[seat, track]) < TRACK_END", "int(state.tracks[seat, track]) <= TRACK_END"),
    (PARTS, "if other != seat and wanted and int(state.tracks[other, track]) > 0:", "if other != seat and wanted:"),
    (PARTS, "            if int(state.n_hand[other]) > 0:\n", "            if True:\n"),
    (PARTS, "            if int(state.top[other, place]) != 0:\n", "            if True:\n"),
    (PARTS, "can_draw(state, argument == FROM_NEXT)", "can_draw(state, False)"),
    (PARTS, "begin_draw(state, TO_HAND, argument == FROM_NEXT)", "begin_draw(state, TO_HAND, False)"),
    (PARTS, "1 + (argument if operation in (DISCARD_FOR, DECLARE_FOR) else 0)", "1"),
    (
        PARTS,
        "decline(game, state, (seat + step) % game.n_seats, argument, number)",
        "decline(game, state, (seat - step) % game.n_seats, argument, number)",
    ),
    (PARTS, "        if after > before:\n            state.events = int(state.events) | 1 << ON_ADVANCE\n", ""),
    (PARTS, "    if int(state.n_hand[seat]) < int(state.left[frame]):\n", "    if int(state.n_hand[seat]) == 0:\n"),
    (PARTS, "or (may and int(state.left[frame]) == number)", "or may"),
    (PARTS, "or (may and int(state.left[frame]) == number)", ""),
    (PARTS, "        if int(state.bonus):  # R55, R85\n            return False\n", ""),
    (PARTS, "if n >= 2 or (n == 1 and may):", "if n >= 2:"),
    (PARTS, "(int(part[2]) if operation == DECLARE_FOR else 0)", "0"),
    (
        PARTS,
        "        advance(game, state, seat, move - ADVANCE, number)\n",
        "        advance(game, state, seat, move - ADVANCE, 1)\n",
    ),
    (PARTS, "1 << ON_ADVANCE\n        state.left[frame] = 0\n", "1 << ON_ADVANCE\n"),
    # cards that are laid open without a choice
    (PARTS, "    if has_secrets(state, seat):\n        return bool(show_next(state))\n", ""),
    (PARTS, "operation == TUCK_CARDS and has_secrets(state, int(state.runner))", "False"),
    (PARTS, "(TUCK if int(part[0]) == TUCK_CARDS else DISCARD) + card", "DISCARD + card"),
    (
        GENERATE,
        "state.secret[int(state.runner), word]",
        "state.secret[0, word]",
    ),
    (
        STAGES,
        "        if int(state.n_deck[int(state.level) - 1]):\n",
        "        if int(state.n_deck[int(state.level) - 1]) > 1:\n",
    ),
    # what can be chosen
    (GENERATE, "if place != int(state.mayor[seat]) and can_stand(state, seat, place):", "if can_stand(state, seat, place):"),
    (GENERATE, "    if is_turn:\n        n = list_mayor", "    if True:\n        n = list_mayor"),
    (GENERATE, "    all_or_nothing = int(part[0]) == DISCARD_FOR and begun\n", "    all_or_nothing = False\n"),
    (GENERATE, "n -= int(state.chip_value[achievement]) == value", "n -= 0"),
    # what is counted
    (QUANTITIES, "n += height(state, seat, place) >= floors", "n += height(state, seat, place) > floors"),
    (
        QUANTITIES,
        "PRESENT if what == Q_TYPES else LEAST if what == Q_FEWEST else GREATEST",
        "PRESENT if what == Q_TYPES else GREATEST",
    ),
    (QUANTITIES, "SUM if what == Q_LANDMARKS else PRESENT", "SUM"),
    (QUANTITIES, "total <= number if how == AT_MOST", "total < number if how == AT_MOST"),
    (QUANTITIES, "    if int(state.claims[seat]) & 1 << achievement:\n        return False\n", ""),
    (QUANTITIES, " or int(state.top[seat, int(state.city_place[seat])]) != 0:", ":"),
    (QUANTITIES, "    if wanted and wanted != kind:\n        return False\n", ""),
    # the course of the game
    (
        STAGES,
        "state.runner = seat_after(game, first, dealt // HAND_AT_START)",
        "state.runner = seat_after(game, first, dealt % game.n_seats)",
    ),
    (
        TURNS,
        "    following = seat_after(game, active(state), 1)\n",
        "    following = seat_after(game, active(state), game.n_seats - 1)\n",
    ),
    (TURNS, "    last = following == int(state.first)\n", "    last = following == 0\n"),
    (TURNS, "int(state.lap) == MAX_LAPS", "int(state.lap) > MAX_LAPS"),
    (TURNS, "        state.used = 1\n", ""),
    (TURNS, "    state.used = 0\n", ""),
    (
        STAGES,
        "        if deal_hands(game, state, active(state)):\n",
        "        if deal_hands(game, state, int(state.first)):\n",
    ),
    (SCORING, "                winner = 0\n", "                pass\n"),
    (
        SCORING,
        "int(state.score[int(state.order[place - 1])]) < int(state.score[seat])",
        "int(state.score[int(state.order[place - 1])]) <= int(state.score[seat])",
    ),
    (
        SCORING,
        "(int(state.score[seat]) * 256 + tallest(state, seat)) * 256 + count_buildings(state, seat, 1)",
        "int(state.score[seat]) * 256 + tallest(state, seat)",
    ),
    (TURNS, " & (int(state.used) == 0) & ", " & "),
    (PLAY, "        leave_hand(state, int(state.place), move - STOLEN_CARD)\n", ""),
    (PLAY, "seat_after(game, int(state.first), step)] = game", "step] = game"),
    (PLAY, "        push(state, move - DISCARD)\n", ""),
    (PLAY, "        right = int(game.tables.type[card]) + 1 == int(state.declared)\n", "        right = True\n"),
    (TURNS, "last_lap = int(state.ending) != 0 and int(state.level) == MAX_LEVEL", "last_lap = int(state.ending) != 0"),
    (TURNS, "        state.ending = 0\n", ""),
    # hands
    (SETS, "return (card >> LEVEL_SHIFT) + 2 * late * int(state.shuffle[card & WORD_MASK])", "return card >> LEVEL_SHIFT"),
    (SETS, "int(state.n_secret[seat, pool]) - has(state.secret[seat], card)", "int(state.n_secret[seat, pool])"),
    (SETS, "int(state.n_secret[seat, pool]) - has(state.secret[seat], card)", "int(state.n_secret[seat, pool]) - 1"),
    (SETS, "        state.discards[word] |= state.known[seat, word]\n", ""),
    # what each seat knows
    (BELIEFS, "int(state.goal) == TO_HAND and int(state.runner) != viewer", "int(state.runner) != viewer"),
    (BELIEFS, "int(state.goal) == TO_HAND and int(state.runner) != viewer", "int(state.goal) == TO_HAND"),
    (BELIEFS, "return BACK + ((move - DRAWN) >> LEVEL_SHIFT)", "return BACK"),
    (BELIEFS, "                state.deck[word] |= state.secret[seat, word]\n", ""),
    (BELIEFS, "                state.secret[seat, word] = ZERO\n", ""),
    (BELIEFS, "    if int(state.n_shuffles) == 0:\n", "    if True:\n"),
    (BELIEFS, "if int(state.shuffle[popcount(lowest_bit - ONE)]) == number:", "if True:"),
    (BELIEFS, "level, number = 2 + (pool & 1), (pool - 2) >> 1", "level, number = 2 + (pool & 1), pool >> 1"),
    (BELIEFS, "n_pools = 4 + 2 * int(state.n_shuffles)", "n_pools = 4"),
    (BELIEFS, "draw_hand(cards, int(state.n_secret[seat, pool]), rng)", "draw_hand(cards, 1, rng)"),
    (BELIEFS, "                cards &= ~hand\n", ""),
    (BELIEFS, "                state.deck[word] &= ~hand\n", ""),
]
