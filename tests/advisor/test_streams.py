"""Streams, cancelling, pondering, kept trees, and several threads at one advisor."""

import asyncio
import threading
import time

import pytest

import mctsky
from mctsky.errors import BusyError, MctskyError, UnsupportedError

GAME = mctsky.load("tictactoe")


def after(*moves):
    position = GAME.start()
    for move in moves:
        position.play(move)
    return position


def test_a_stream_gets_better_and_ends_with_the_final_advice():
    with mctsky.Advisor() as advisor:
        answers = list(advisor.stream(after("b2").view(), time=0.4, every=0.1))
    assert [answer.final for answer in answers[:-1]] == [False] * (len(answers) - 1)
    assert answers[-1].final
    assert len(answers) >= 3
    counts = [answer.iterations for answer in answers]
    assert counts == sorted(counts)
    assert all(answer.sentence.startswith("So far") for answer in answers[:-1])


def test_a_stream_with_a_seed_ends_where_advise_does():
    view = after("b2").view()
    with mctsky.Advisor() as advisor:
        *_, last = advisor.stream(view, iterations=3000, seed=4, every=0.01)
    assert last.moves == mctsky.advise(view, iterations=3000, seed=4).moves


def test_a_cancelled_stream_ends_and_keeps_what_it_found():
    with mctsky.Advisor() as advisor:
        stream = advisor.stream(after().view(), time=100, every=0.05)
        next(stream)
        stream.cancel()
        last = [*stream][-1]
        assert last.final
        assert not stream.is_running
        assert advisor.advise(after().view(), iterations=1).iterations == last.iterations + 1  # the tree was kept


def test_leaving_or_dropping_a_stream_ends_it():
    with mctsky.Advisor() as advisor:
        with advisor.stream(after().view(), time=100) as stream:
            pass
        assert not stream.is_running
        dropped = advisor.stream(after().view(), time=100)
        worker = dropped._thread
        del dropped
        worker.join(20)
        assert not worker.is_alive()
        advisor.advise(after().view(), iterations=1)


def test_async_streams_leave_the_loop_free_and_can_be_cancelled():
    async def main():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticker = asyncio.create_task(tick())
        with mctsky.Advisor() as advisor:
            answers = [answer async for answer in advisor.stream(after().view(), time=0.3, every=0.1)]
            assert answers[-1].final
            assert ticks >= 5
            async with advisor.stream(after().view(), time=100, every=50) as stream:
                waiting = asyncio.create_task(anext(stream))
                await asyncio.sleep(0.1)
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await waiting
            assert not stream.is_running
        ticker.cancel()

    asyncio.run(main())


def test_errors_come_out_of_calls_not_of_threads():
    with mctsky.Advisor() as advisor:
        with pytest.raises(MctskyError):
            advisor.stream(after().view(), iterations=0)
        with pytest.raises(MctskyError):
            advisor.stream(after().view(), every=0)
        over = after("a1", "b1", "a2", "b2", "a3")
        with pytest.raises(MctskyError, match="over"):
            advisor.advise(over.view(0))
        assert advisor.advise(after().view(), iterations=5).iterations == 5


def test_a_ponder_hit_goes_on_from_the_tree():
    with mctsky.Advisor() as advisor:
        position = after()
        advisor.ponder(position.view(), "b2")
        time.sleep(0.2)
        assert advisor.is_pondering
        position.play("b2")
        position.play("a1")
        advice = advisor.advise(position.view(), iterations=10)
        assert not advisor.is_pondering
        assert advice.kept > 100
        assert sum(move.visits for move in advice.moves) >= advice.kept
        advisor.ponder(position.view().after("c1"))
        advisor.stop_pondering()
        assert not advisor.is_pondering


def test_trees_are_kept_for_later_views_only():
    with mctsky.Advisor(iterations=300) as advisor:
        advisor.advise(after().view())
        assert advisor.advise(after("a1", "b2").view()).kept > 0
        assert advisor.advise(after("c1", "b2").view()).kept == 0
        assert advisor.advise(after("c1", "b2", "a2", "c3").view(), seed=1).kept == 0
        advisor.clear()
        assert advisor.advise(after("c1", "b2", "a2", "c3").view()).kept == 0


def test_threads_wait_for_each_other_and_a_thread_cannot_ask_inside_its_own_stream():
    view, answers = after().view(), []
    with mctsky.Advisor() as advisor:
        threads = [threading.Thread(target=lambda: answers.append(advisor.advise(view, iterations=500))) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(answer.iterations for answer in answers) == [500 * k for k in range(1, 7)]  # one tree, never two at once
        with advisor.stream(view, time=100), pytest.raises(BusyError):
            advisor.advise(view, iterations=1)
    with pytest.raises(UnsupportedError):
        advisor.__reduce_ex__(4)


def test_pictures_are_svg_with_marks():
    import xml.etree.ElementTree as ElementTree

    advice = mctsky.advise(after("b2").view(1), iterations=200)
    picture = ElementTree.fromstring(advice._repr_svg_())
    marks = [element for element in picture.iter() if element.tag.endswith("circle")]
    assert len(marks) == 4  # three moves and the last one
    dashed = [mark for mark in marks if "stroke-dasharray" in mark.attrib]
    assert [(mark.attrib["cx"], mark.attrib["cy"]) for mark in dashed] == [("50.5", "33")]
    assert "<table>" in advice._repr_html_()
    assert "<svg" in mctsky.advise(mctsky.load("kuhn").view("K ? .", 0), iterations=20)._repr_svg_()
