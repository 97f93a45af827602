//! Lettering drawn as lines, so that a picture looks alike everywhere and needs no font.

use core::fmt::{self, Write};

/// A character: its width, and its path on a grid where capitals and digits reach from 0 to 100, small
/// letters from 34 to 100. The path has absolute `M`, `L`, `C`, `S` and `Z` only, so numbers come in pairs.
struct Glyph {
    width: u32,
    path: &'static str,
}

/// Room between two characters.
const SPACING: u32 = 24;

/// Where a text stands relative to its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

/// The path of a character, or `None` for one that is not drawn here.
#[rustfmt::skip]
const fn glyph(character: char) -> Option<Glyph> {
    let (width, path) = match character {
        ' ' => (24, ""),
        '0' => (60, "M30 0C50 0 60 20 60 50S50 100 30 100S0 80 0 50S10 0 30 0Z"),
        '1' => (34, "M2 20L30 0L30 100"),
        '2' => (58, "M2 27C2 10 13 0 29 0S56 11 56 28C56 46 42 57 2 100L58 100"),
        '3' => (58, "M4 10C10 3 18 0 28 0C45 0 55 10 55 25S44 48 24 48C46 48 58 58 58 74S46 100 28 100C16 100 7 96 1 89"),
        '4' => (62, "M44 100L44 0L0 70L62 70"),
        '5' => (58, "M53 0L10 0L6 45C12 40 19 37 28 37C47 37 58 49 58 68S47 100 28 100C16 100 7 96 1 89"),
        '6' => (60, "M50 2C24 7 0 30 0 66C0 88 12 100 30 100S60 87 60 69S48 39 30 39C15 39 3 48 0 63"),
        '7' => (56, "M0 0L56 0L19 100"),
        '8' => (60, "M30 46C14 46 5 37 5 23S14 0 30 0S55 9 55 23S46 46 30 46C12 46 0 57 0 73S12 100 30 100S60 90 60 73S48 46 30 46Z"),
        '9' => (60, "M10 98C36 93 60 70 60 34C60 12 48 0 30 0S0 13 0 31S12 61 30 61C45 61 57 52 60 37"),
        '+' => (52, "M26 26L26 78M0 52L52 52"),
        'S' => (58, "M54 14C48 5 40 0 29 0C13 0 3 9 3 24C3 41 17 45 29 49C43 53 58 58 58 75S46 100 29 100C16 100 6 95 0 84"),
        'N' => (62, "M0 100L0 0L62 100L62 0"),
        'h' => (44, "M0 0L0 100M0 62C4 44 12 34 24 34C38 34 44 43 44 58L44 100"),
        'k' => (42, "M0 0L0 100M40 34L2 72M14 60L42 100"),
        'n' => (44, "M0 34L0 100M0 62C4 44 12 34 24 34C38 34 44 43 44 58L44 100"),
        'r' => (28, "M0 34L0 100M0 62C3 44 14 34 28 35"),
        't' => (34, "M14 10L14 82C14 94 21 100 34 99M0 34L32 34"),
        'u' => (44, "M44 34L44 100M0 34L0 76C0 91 6 100 20 100C32 100 40 90 44 72"),
        'z' => (42, "M0 34L42 34L0 100L44 100"),
        'a' | 'а' => (46, "M46 34L46 100M46 67C46 48 37 34 23 34S0 48 0 67S9 100 23 100S46 86 46 67"),
        'o' | 'о' => (48, "M24 34C38 34 48 48 48 67S38 100 24 100S0 86 0 67S10 34 24 34Z"),
        'О' => (72, "M36 0C58 0 72 20 72 50S58 100 36 100S0 80 0 50S14 0 36 0Z"),
        'С' => (64, "M64 16C58 5 50 0 38 0C15 0 0 20 0 50S15 100 38 100C50 100 58 95 64 84"),
        'Т' => (64, "M0 0L64 0M32 0L32 100"),
        'Ю' => (92, "M0 0L0 100M0 50L24 50M58 0C78 0 92 20 92 50S78 100 58 100S24 80 24 50S38 0 58 0Z"),
        'б' => (48, "M45 2C14 8 0 24 0 66C0 88 10 100 24 100S48 88 48 69S38 40 24 40C12 40 3 48 0 62"),
        'в' => (42, "M0 66L25 66C36 66 42 73 42 83S36 100 25 100L0 100L0 34L22 34C33 34 38 41 38 50S33 66 22 66"),
        'г' => (34, "M0 100L0 34L34 34"),
        'д' => (54, "M0 118L0 100L54 100L54 118M8 100C15 80 16 60 16 34L44 34L44 100"),
        'е' => (46, "M0 66L46 66C46 46 38 34 23 34S0 48 0 67S10 100 25 100C34 100 40 96 45 88"),
        'ж' => (68, "M34 34L34 100M4 34L28 66L40 66L64 34M0 100L24 66M68 100L44 66"),
        'з' => (40, "M2 42C6 37 12 34 19 34C31 34 37 40 37 50S30 66 16 66C32 66 40 72 40 83S32 100 19 100C11 100 4 97 0 90"),
        'и' => (44, "M0 34L0 100L44 34L44 100"),
        'й' => (44, "M0 34L0 100L44 34L44 100M10 8C13 22 31 22 34 8"),
        'і' => (2, "M0 34L0 100M0 9L0 10"),
        'к' => (40, "M0 34L0 100M38 34L4 67L40 100M0 67L4 67"),
        'қ' => (48, "M0 34L0 100M38 34L4 67L38 100L48 100L48 118M0 67L4 67"),
        'л' => (46, "M0 100C12 99 14 82 14 34L46 34L46 100"),
        'м' => (56, "M0 100L0 34L28 82L56 34L56 100"),
        'н' => (44, "M0 34L0 100M44 34L44 100M0 66L44 66"),
        'ң' => (54, "M0 34L0 100M44 34L44 100L54 100L54 118M0 66L44 66"),
        'ө' => (48, "M0 67L48 67M24 34C38 34 48 48 48 67S38 100 24 100S0 86 0 67S10 34 24 34Z"),
        'п' => (44, "M0 100L0 34L44 34L44 100"),
        'р' => (46, "M0 34L0 128M0 67C0 48 9 34 23 34S46 48 46 67S37 100 23 100S0 86 0 67"),
        'с' => (44, "M44 45C39 37 33 34 25 34C10 34 0 48 0 67S10 100 25 100C33 100 39 97 44 89"),
        'т' => (46, "M0 34L46 34M23 34L23 100"),
        'у' => (46, "M0 34L24 94M46 34L22 104C17 119 12 127 2 127"),
        'ұ' => (46, "M0 34L23 78L46 34M23 78L23 128M6 100L40 100"),
        'ү' => (46, "M0 34L23 78L46 34M23 78L23 128"),
        'ш' => (68, "M0 34L0 100L68 100L68 34M34 34L34 100"),
        'ы' => (58, "M0 34L0 100L20 100C33 100 39 93 39 82S33 64 20 64L0 64M58 34L58 100"),
        'э' => (45, "M1 44C6 37 12 34 20 34C35 34 45 48 45 67S35 100 20 100C12 100 6 97 0 89M45 67L16 67"),
        'ю' => (70, "M0 34L0 100M0 67L22 67M46 34C60 34 70 48 70 67S60 100 46 100S22 86 22 67S32 34 46 34Z"),
        _ => return None,
    };
    Some(Glyph { width, path })
}

/// The width of a text whose capitals have this height, from the middle of its first line to the middle of
/// its last one.
pub(super) fn width(text: &str, height: u32) -> u32 {
    let glyphs = text.chars().filter_map(glyph);
    let advance: u32 = glyphs.map(|glyph| glyph.width + SPACING).sum();
    scaled(advance.saturating_sub(SPACING), height)
}

fn scaled(number: u32, height: u32) -> u32 {
    (number * height + 50) / 100
}

/// Writes a text as one path without fill; `x` and `y` are where its alignment and baseline put it. Stroke,
/// round ends and so on come from the group around it.
pub(super) fn write_text(
    out: &mut dyn Write,
    text: &str,
    (x, y): (u32, u32),
    height: u32,
    align: Align,
) -> fmt::Result {
    let before = match align {
        Align::Start => 0,
        Align::Middle => width(text, height) / 2,
        Align::End => width(text, height),
    };
    let (left, top) = (x.saturating_sub(before), y.saturating_sub(height));
    out.write_str("<path d=\"")?;
    let mut advance = 0;
    for glyph in text.chars().filter_map(glyph) {
        write_glyph(
            out,
            glyph.path,
            (left + scaled(advance, height), top),
            height,
        )?;
        advance += glyph.width + SPACING;
    }
    out.write_str("\"/>\n")
}

/// Copies a path with every number scaled and moved; x and y take turns.
fn write_glyph(
    out: &mut dyn Write,
    path: &str,
    (left, top): (u32, u32),
    height: u32,
) -> fmt::Result {
    let mut is_x = true;
    let mut after_number = false;
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (word, tail) = rest.split_at(digits.max(1));
        rest = tail;
        if let Ok(number) = word.parse::<u32>() {
            let origin = if is_x { left } else { top };
            let gap = if after_number { " " } else { "" };
            write!(out, "{gap}{}", origin + scaled(number, height))?;
            is_x = !is_x;
            after_number = true;
        } else if first != ' ' {
            out.write_char(first)?;
            after_number = false;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::Side;
    use crate::svg::Language;

    #[test]
    fn every_character_of_every_name_is_drawn() {
        for language in Language::ALL {
            let words = language.words();
            let sides = Side::ALL.map(|side| words.sides[side]);
            let pits = (1..=9).filter_map(|number| words.pit(number));
            for text in sides.into_iter().chain([words.kazan]).chain(pits) {
                for character in text.chars() {
                    assert!(glyph(character).is_some(), "{character:?} of {text}");
                }
            }
        }
        for character in "0123456789+".chars() {
            assert!(glyph(character).is_some(), "{character:?}");
        }
    }

    #[test]
    fn a_text_is_scaled_moved_and_aligned() {
        let mut out = String::new();
        write_text(&mut out, "г", (110, 250), 50, Align::Start).expect("a string");
        assert_eq!(out, "<path d=\"M110 250L110 217L127 217\"/>\n");
        assert_eq!(
            (width("г", 100), width("гг", 100), width("", 100)),
            (34, 92, 0)
        );
        out.clear();
        write_text(&mut out, "г", (117, 100), 100, Align::Middle).expect("a string");
        assert!(out.starts_with("<path d=\"M100 100L"), "{out}");
    }
}
