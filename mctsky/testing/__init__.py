"""Does a game keep its contract? `check_game("name")` checks an installed game; `mctsky check-game` is its command.

For pytest:

    from mctsky.testing import check_game

    def test_the_contract():
        report = check_game("lowcard", effort="quick")
        assert report.ok, report.text()
"""

from mctsky.testing.report import GroupReport, Located, Report
from mctsky.testing.run import check_game, check_groups

__all__ = ["GroupReport", "Located", "Report", "check_game", "check_groups"]
