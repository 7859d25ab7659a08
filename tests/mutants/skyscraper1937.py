"""Small lies in the rules of Skyscraper (1937): (file, old text, new text). Each old text stands once in its file.

Lies that change nothing are left out:
- `>=` for `==` in `is_filled`: a card cannot hold more complete residences and Churches than it has spaces;
- `== 0` for `<= 0` in `gain_options`: a supply is never negative;
- `doomed_pieces` of a loss with a choice: `destroy` and `loss_value` look at it for LOSE_FIXED only.
"""

LAND, GENERATE, MONEY, INSURANCE, DISASTER, EXCHANGE, TURNS = (
    f"rules/{name}.py" for name in ("land", "generate", "money", "insurance", "disaster", "exchange", "turns")
)

MUTANTS = [
    # district cards
    (LAND, "(int(state.land[seat, CHURCH_AT]) == district + 1)\n    if", "0\n    if"),
    (LAND, "        return free - int(state.land[seat, RESIDENCE])\n", "        return free\n"),
    (LAND, "    if district == BUSINESS:\n", "    if False:\n"),
    (LAND, "min(int(state.land[seat, GARAGE]), int(state.land[seat, CHIMNEY])),", "int(state.land[seat, GARAGE]),"),
    (LAND, "return 1 if int(state.land[seat, CHURCH_AT]) > 0 else 0", "return 0"),
    (LAND, "    full = 2 * int(game.tables.floors) + 1\n", "    full = 2 * int(game.tables.floors) - 1\n"),
    (LAND, "(second < full) & (second != first)", "(second < full)"),
    (LAND, "least = 2 * int(game.tables.pent_house_floors) + 1", "least = 2 * int(game.tables.pent_house_floors) - 1"),
    (LAND, "option(0, (first & 1 == 1) & (first >= least))", "option(0, first >= least)"),
    (LAND, "(second & 1 == 1) & (second >= least) & (second != first)", "(second & 1 == 1) & (second >= least)"),
    (LAND, "option(0, municipal > 0) | option(1, business > 0)", "option(0, municipal > 0) | option(1, municipal > 0)"),
    (LAND, "    if int(state.land[seat, CHURCH_AT]):\n        return ZERO\n", ""),
    (LAND, "option(0, residential > 0) | building_spaces", "building_spaces"),
    (LAND, "int(state.land[seat, piece]) < int(game.tables.spaces)", "int(state.land[seat, piece]) <= 2"),
    (LAND, "state.land[seat, FIRST_STORE] = max(first, second)", "state.land[seat, FIRST_STORE] = first"),
    (LAND, "change_store(state, seat, code - PUT_PENT_HOUSE, 1)", "change_store(state, seat, 0, 1)"),
    (LAND, "state.supply[piece] = int(state.supply[piece]) - 1", "pass"),
    (LAND, "return (look - 1) >> 1 if look else 0", "return (look - 1) >> 1"),
    # money
    (MONEY, "    amount = min(amount, int(state.cash[payer]))\n", ""),
    (MONEY, "if seat != collector and int(state.taxes[seat]) == 0:", "if int(state.taxes[seat]) == 0:"),
    (MONEY, "if seat != collector and int(state.taxes[seat]) == 0:", "if seat != collector:"),
    (MONEY, "        state.taxes[seat] = card + 1\n", ""),
    (MONEY, "    for step in range(1, game.n_seats):\n", "    for step in range(game.n_seats - 1, 0, -1):\n"),
    (MONEY, "times = ROVER_FEE if is_rover(state, owner) else 1", "times = ROVER_FEE if is_rover(state, seat) else 1"),
    (MONEY, "* count_owned(state, owner, piece))", "* min(1, count_owned(state, owner, piece)))"),
    (MONEY, "ROVER_SALARY = 5", "ROVER_SALARY = 2"),
    (MONEY, "times *= 2 if", "times = 2 if"),
    (MONEY, "pay(state, seat, int(state.holders[UTILITIES]), amount)", "pay(state, seat, POT, amount)"),
    (MONEY, "amount * count_complete(state, seat))", "amount * int(state.land[seat, 0]))"),
    # insurance
    (INSURANCE, "return POT if agent == seat else agent", "return agent"),
    (INSURANCE, "    if held & ALL_RISK_POLICY:\n        return ZERO  # R68\n", ""),
    (INSURANCE, "& (int(state.stock[kind]) > 0)\n", "\n"),
    (INSURANCE, "affordable & (held >> kind & 1 == 0))", "affordable)"),
    (INSURANCE, "    if int(state.stock[ALL_RISK]) > 0:\n", "    if True:\n"),
    (INSURANCE, "affordable & (held & credited == credited))", "affordable)"),
    (INSURANCE, "cash >= price - credit_value(game, credited)", "cash >= price"),
    (INSURANCE, "price = max(0, int(game.tables.policy_price[kind])", "price = abs(int(game.tables.policy_price[kind])"),
    (INSURANCE, "& ~credited | 1 << kind", "| 1 << kind"),
    (INSURANCE, "+ (credited >> old & 1)", "+ 0"),
    (INSURANCE, "return FIRE_POLICY | ALL_RISK_POLICY", "return FIRE_POLICY"),
    (INSURANCE, "return TORNADO_POLICY | ALL_RISK_POLICY if kind == TORNADO", "return 7 if kind == TORNADO"),
    (INSURANCE, "cap = max(cap, int(game.tables.cap[kind]))", "cap = int(game.tables.cap[0])"),
    (INSURANCE, "    return min(value, cap)\n", "    return value\n"),
    # disasters
    (DISASTER, "== COMPLETE and found != wanted:", "== COMPLETE and found == 0:"),
    (DISASTER, "piece > 0 and not alike and", "piece > 0 and"),
    (DISASTER, "high > 0 and low == high and differ", "low > 0 and differ"),
    (DISASTER, "(thing == TWO_FLOORS and high + low < 2)", "(thing == TWO_FLOORS and high < 2)"),
    (DISASTER, "option(LOSE_TWO + 1, low > 1 and differ)", "option(LOSE_TWO + 1, low > 0 and differ)"),
    (DISASTER, "| option(LOSE_BOTH, low > 0)", ""),
    (DISASTER, "option(LOSE_STORE, 0 < first <= BARE_LOOKS)", "option(LOSE_STORE, first > 0)"),
    (DISASTER, "BARE_LOOKS = 2", "BARE_LOOKS = 1"),
    (DISASTER, "        if found != ZERO:\n            break\n", ""),
    (DISASTER, "state.supply[piece] = int(state.supply[piece]) + count", "pass"),
    (DISASTER, "    if slot & 1 == 0:\n", "    if False:\n"),
    (DISASTER, "give_back(state, PENT_HOUSE, 1 if look & 1 == 0 else 0)", "give_back(state, PENT_HOUSE, 0)"),
    (DISASTER, "change_store(state, seat, way - LOSE_TWO, -4)", "change_store(state, seat, way - LOSE_TWO, -2)"),
    (DISASTER, "* (1 if way < LOSE_TWO else 2)", "* 1"),
    (DISASTER, "(int(game.tables.price[PENT_HOUSE]) if crowned else 0)", "0"),
    # taking and gaining
    (EXCHANGE, "        if int(state.supply[piece]) <= 0:\n", "        if False:\n"),
    (EXCHANGE, "(spaces * (his >> ONE)) << np.uint64(TAKE_FLOOR + 2)", "ZERO"),
    (EXCHANGE, "        if victim != seat:\n", "        if True:\n"),
    (EXCHANGE, "put(state, seat, PUT_FLOOR + ((what - TAKE_FLOOR) & 1))", "put(state, seat, PUT_FLOOR)"),
    (EXCHANGE, "+ ((what - TAKE_SLOT) & 1))", ")"),
    # what is offered, and chance
    (
        GENERATE,
        "free = (sold <= CHIMNEY) & (int(state.holders[BUILDER]) == seat)",
        "free = int(state.holders[BUILDER]) == seat",
    ),
    (GENERATE, "there = (int(state.supply[sold]) > 0) &", "there = True &"),
    (
        GENERATE,
        "1 if (int(state.supply[piece]) > 0) & (cash >= int(game.tables.price[piece]))",
        "1 if int(state.supply[piece]) > 0",
    ),
    (GENERATE, "ready & (int(state.land[seat, part]) < spaces)", "int(state.land[seat, part]) < spaces"),
    (GENERATE, "odds[n] = count / left", "odds[n] = 1.0 / left"),
    (GENERATE, "odds[n] = rovers_left(game, state) / left", "odds[n] = 1.0 / left"),
    (GENERATE, "(6 - abs(7 - total)) / N_THROWS", "(6 - abs(6 - total)) / N_THROWS"),
    # the course of a turn
    (TURNS, "        state.holders[AGENT] = POT  # R3\n", "        pass\n"),
    (TURNS, "    state.seat = state.holders[BUILDER]\n", "    state.seat = 0\n"),
    (TURNS, "    if int(state.phase) == BUY:\n", "    if True:\n"),
    (TURNS, "creditor = int(state.holders[BUILDER]) if piece <= CHIMNEY else POT", "creditor = int(state.holders[BUILDER])"),
    (TURNS, "    state.unseen &= ~(copies & (~copies + ONE))\n    state.card", "    state.unseen &= ~copies\n    state.card"),
    (TURNS, "seat if turns_in else POT, amount)", "seat, amount)"),
    (TURNS, "    if turns_in:\n        destroy", "    if True:\n        destroy"),
    (TURNS, "MIN_OPTIONS = 2", "MIN_OPTIONS = 1"),
    (TURNS, "    if sold == LOST_TURN or state.unseen == ZERO:\n", "    if sold == LOST_TURN:\n"),
    (TURNS, "free_spaces(game, state, seat, BUSINESS) == 0\n", "free_spaces(game, state, seat, BUSINESS) <= 1\n"),
    (TURNS, "count_complete(state, seat) + (", "count_complete(state, seat) + 0 * ("),
    (TURNS, "    pay(state, POT, seat, int(state.cash[POT]))\n", ""),
    (TURNS, "if route == SKYSCRAPER and int(state.land[seat, FIRST_STORE]) & 1 == 0:", "if route == SKYSCRAPER:"),
    (TURNS, "        if int(state.taxes[seat]):\n", "        if False:\n"),
    (TURNS, "        if state.unseen == ZERO:\n            reshuffle(game, state)\n", ""),
    (TURNS, "            route = SKYSCRAPER\n        elif", "            route = 0\n        elif"),
    (TURNS, "int(state.throws) >= int(game.tables.max_throws)", "int(state.throws) > int(game.tables.max_throws)"),
    (TURNS, "out[seat] = 1.0 / game.n_seats if winner < 0", "out[seat] = 0.5 if winner < 0"),
    # the box
    ("box.py", "grown = max(0, players - 4)  # R31, R32, R72", "grown = 0"),
    ("box.py", "        tables.sold[12] = LUCK  # R30\n", "        pass\n"),
    ("box.py", "dollars * (count // players)", "dollars * count // players"),
    ("luck.py", 'alternatives = text.split(" or else ")', 'alternatives = text.split(" or else ")[:1]'),
]
