//! `togyz svg`: a picture of the board.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use togyz::{Effect, Game, Language, Pit, Side, SvgBoard, SvgLayout, SvgTheme};

use crate::Answer;
use crate::input::PositionArgs;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Where to write the picture; the name ends in .svg or .png. Without it SVG goes to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Shows the board from North's seat.
    #[arg(long)]
    flip: bool,
    /// The colours.
    #[arg(long, value_name = "NAME", default_value = "light")]
    theme: Theme,
    /// The kind of board.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    style: Style,
    /// The language of the names; none leaves them away.
    #[arg(long, value_name = "LANGUAGE")]
    names: Option<Names>,
    /// Leaves the pit numbers away.
    #[arg(long)]
    no_coordinates: bool,
    /// The width in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 800, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(16..=8192))]
    size: u32,
    /// Marks the last move; this is so when moves or a record are given.
    #[arg(long, overrides_with = "no_last")]
    last: bool,
    /// Leaves the last move unmarked.
    #[arg(long)]
    no_last: bool,
    /// Draws an arrow between two pits, such as S7-N6; may be repeated.
    #[arg(long, value_name = "PIT-PIT", value_parser = arrow)]
    arrow: Vec<(Pit, Pit)>,
    /// Puts a glow around a pit, such as S7; may be repeated.
    #[arg(long, value_name = "PIT", value_parser = pit)]
    highlight: Vec<Pit>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Theme {
    Light,
    Dark,
}

#[derive(Clone, Copy, ValueEnum)]
enum Style {
    /// Kazans between the rows, each along its owner's row.
    Standard,
    /// Kazans between the rows, each on the far half of the board.
    MasterPro,
    /// Kazans at the ends, each on its owner's right.
    Ends,
    /// Kazans at the ends, each on its owner's left, with Kyrgyz names.
    Kyrgyz,
}

#[derive(Clone, Copy, ValueEnum)]
enum Names {
    /// English.
    En,
    /// Kazakh.
    Kk,
    /// Kyrgyz.
    Ky,
    /// Russian.
    Ru,
    /// No names.
    None,
}

/// Reads `S7` or `N3`.
fn pit(text: &str) -> Result<Pit, String> {
    let wrong = || "expected a pit such as S7 or N3".to_string();
    let mut characters = text.chars();
    let side = match characters.next() {
        Some('S' | 's') => Side::South,
        Some('N' | 'n') => Side::North,
        _ => return Err(wrong()),
    };
    let number = characters.as_str();
    let is_digit = number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| is_digit).ok_or_else(wrong)?;
    Pit::new(side, number).map_err(|error| error.to_string())
}

/// Reads `S7-N6`.
fn arrow(text: &str) -> Result<(Pit, Pit), String> {
    let (from, to) = text
        .split_once('-')
        .ok_or("expected two pits such as S7-N6")?;
    Ok((pit(from)?, pit(to)?))
}

/// What a picture is written as.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    Png,
}

impl Format {
    /// The format that a file name asks for.
    fn of(path: &Path) -> anyhow::Result<Format> {
        let extension = path.extension().unwrap_or_default();
        if extension.eq_ignore_ascii_case("svg") {
            Ok(Format::Svg)
        } else if extension.eq_ignore_ascii_case("png") {
            Ok(Format::Png)
        } else {
            bail!(
                "--out {}: expected a name that ends in .svg or .png",
                path.display()
            )
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let format = args.out.as_deref().map(Format::of).transpose()?;
    let image = board(args)?.render();
    let Some(path) = &args.out else {
        out.write_all(image.as_bytes())?;
        return Ok(Answer::Yes);
    };
    let bytes = match format {
        Some(Format::Png) => png(&image)?,
        _ => image.into_bytes(),
    };
    fs::write(path, bytes).with_context(|| path.display().to_string())?;
    Ok(Answer::Yes)
}

fn board(args: &Args) -> anyhow::Result<SvgBoard> {
    let game = args.position.game()?;
    let mut board = SvgBoard::new(game.position())
        .flipped(args.flip)
        .size(args.size)
        .coordinates(!args.no_coordinates)
        .theme(match args.theme {
            Theme::Light => SvgTheme::Light,
            Theme::Dark => SvgTheme::Dark,
        })
        .layout(match args.style {
            Style::Standard => SvgLayout::Middle,
            Style::MasterPro => SvgLayout::Far,
            Style::Ends => SvgLayout::Ends,
            Style::Kyrgyz => SvgLayout::Kyrgyz,
        });
    if let Some(names) = args.names {
        board = board.names(match names {
            Names::En => Some(Language::English),
            Names::Kk => Some(Language::Kazakh),
            Names::Ky => Some(Language::Kyrgyz),
            Names::Ru => Some(Language::Russian),
            Names::None => None,
        });
    }
    match last_move(&game) {
        Some(effect) if !args.no_last => board = board.last_move(&effect),
        None if args.last => bail!("--last: no move was played"),
        _ => {}
    }
    if let Some(outcome) = game.declared() {
        board = board.outcome(&outcome);
    }
    for &(from, to) in &args.arrow {
        board = board.arrow(from, to);
    }
    for &pit in &args.highlight {
        board = board.highlight(pit);
    }
    Ok(board)
}

/// What the last move of a game did.
fn last_move(game: &Game) -> Option<Effect> {
    let mv = *game.moves().last()?;
    let before = game.positions().iter().rev().nth(1)?;
    before.effect(mv).ok()
}

/// The image as PNG. It has no text, so no font is looked for.
#[cfg(feature = "png")]
fn png(image: &str) -> anyhow::Result<Vec<u8>> {
    use resvg::{tiny_skia, usvg};

    let tree = usvg::Tree::from_str(image, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .context("the picture is too large for PNG")?;
    let unscaled = tiny_skia::Transform::identity();
    resvg::render(&tree, unscaled, &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}

#[cfg(not(feature = "png"))]
fn png(_image: &str) -> anyhow::Result<Vec<u8>> {
    bail!("--out: this togyz was built without the feature \"png\"; write .svg instead")
}
