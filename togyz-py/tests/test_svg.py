"""Pictures."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import togyz
from togyz import Game, Position, Side


def parsed(image: str) -> ElementTree.Element:
    return ElementTree.fromstring(image)


GAMES = [Game(), Game.from_record("7 9 6 4"), Game(Position.from_fen("9/2S,8 80 80 N 1"))]


@pytest.mark.parametrize("game", GAMES, ids=len)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("layout", ["middle", "far", "ends", "kyrgyz"])
def test_every_choice_is_an_image(
    game: Game, theme: togyz.svg.Theme, layout: togyz.svg.Layout
) -> None:
    for names in (None, "en", "kk", "ky", "ru"):
        image = togyz.svg.board(game, theme=theme, layout=layout, names=names, flipped=True)
        assert parsed(image).tag.endswith("svg")
        assert len(image.encode()) < 50_000
        assert image._repr_svg_() == image


def test_a_game_brings_its_last_move_and_end() -> None:
    game = Game.from_record("7 9")
    effect = game.last_effect()
    assert effect == Position().play(7).effect(9)
    assert togyz.svg.board(game) == togyz.svg.board(game.position, last_move=effect)
    assert togyz.svg.board(game) == game._repr_svg_()
    assert togyz.svg.board(game) != togyz.svg.board(game.position)
    end = game.resign(Side.NORTH)
    assert togyz.svg.board(game) == togyz.svg.board(game.position, last_move=effect, outcome=end)
    assert Game().last_effect() is None
    html = game._repr_html_()
    assert "7 9" in html
    assert "resignation" in html
    parsed(html)
    assert Position()._repr_html_() == Position().svg()


def test_pits_are_named_in_several_ways() -> None:
    pits: list[togyz.svg.PitLike] = ["south 7", "s7", "S 7", (Side.SOUTH, 7)]
    images = {togyz.svg.board(Position(), highlights=[pit]) for pit in pits}
    assert len(images) == 1
    arrow = togyz.svg.board(Position(), arrows=[("south 7", "north 6")])
    assert arrow != togyz.svg.board(Position())


@pytest.mark.parametrize(
    "options",
    [
        {"size": 3},
        {"size": 2**70},
        {"size": "big"},
        {"theme": "pink"},
        {"layout": "round"},
        {"names": "fr"},
        {"highlights": ["south"]},
        {"highlights": ["south 10"]},
        {"highlights": ["south 0"]},
        {"highlights": [(Side.SOUTH, 10)]},
        {"highlights": [(Side.SOUTH, True)]},
        {"highlights": ["middle 3"]},
        {"arrows": [("south 1",)]},
        {"arrows": ["ab"]},
    ],
)
def test_wrong_choices(options: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        togyz.svg.board(Position(), **options)  # type: ignore[arg-type]


def test_pixels() -> None:
    image = togyz.svg.board(Position(), size=822)
    pixels = image.pixels()
    # The drawing is 1644 by 1120.
    assert pixels.shape == (560, 822, 3)
    assert pixels.dtype == np.uint8
    assert pixels[0, 0].tolist() == [255, 255, 255]
    # The middle of the upper edge has the colour of the background: #fbf6ea.
    assert pixels[5, 411].tolist() == [0xFB, 0xF6, 0xEA]
    after = togyz.svg.board(Position().play(7), size=822).pixels()
    assert (after != pixels).any()
    file = image.png()
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(file[16:20], "big") == 822
    assert int.from_bytes(file[20:24], "big") == 560


@pytest.mark.parametrize("text", ["", "x", "<html/>", "<svg"])
def test_what_is_no_image_has_no_pixels(text: str) -> None:
    for paint in (togyz.svg.Image(text).png, togyz.svg.Image(text).pixels):
        with pytest.raises(ValueError, match="no pixels"):
            paint()
