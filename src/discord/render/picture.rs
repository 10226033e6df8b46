//! The picture of what is in the prompt: a bar with a piece for each part. It has no words, since a machine without fonts
//! draws it too; the legend beside it has them. Pure.

use resvg::{tiny_skia, usvg};

use super::context::{free, parts};
use crate::agent::desk::Filled;

/// The name of its file.
pub const PICTURE: &str = "context.png";

const WIDTH: usize = 800;
const HEIGHT: usize = 64;
/// Of the piece that is free, and of the mark where the model is warned.
const FREE: u32 = 0xe6_e7_e8;
const MARK: u32 = 0x00_00_00;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum NoPicture {
    #[error("the drawing cannot be read: {0}")]
    Drawing(#[from] usvg::Error),
    #[error("there is no room for the picture")]
    Room,
    #[error("the picture cannot be written: {0}")]
    Writing(String),
}

/// The bar as PNG.
///
/// # Errors
/// [`NoPicture`].
pub fn bar(filled: &Filled) -> Result<Vec<u8>, NoPicture> {
    let tree = usvg::Tree::from_str(&drawing(filled), &usvg::Options::default())?;
    let mut canvas = tiny_skia::Pixmap::new(WIDTH as u32, HEIGHT as u32).ok_or(NoPicture::Room)?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut canvas.as_mut());
    canvas.encode_png().map_err(|error| NoPicture::Writing(error.to_string()))
}

/// The bar as SVG. The mark stands where the warning comes if only the conversation grows.
fn drawing(filled: &Filled) -> String {
    let all: Vec<(usize, u32)> = parts(filled).iter().map(|part| (part.tokens, part.colour)).collect();
    // The answer's share lies at the end of the window, behind what is free.
    let (answer, used) = all.split_last().map_or(((0, 0), &[][..]), |(last, rest)| (*last, rest));
    let mut rects = String::new();
    let mut at = 0;
    let total: usize = all.iter().map(|(tokens, _)| tokens).sum::<usize>() + free(filled);
    let place = |tokens: usize| tokens * WIDTH / total.max(1);
    for (tokens, colour) in used.iter().copied().chain([(free(filled), FREE), answer]) {
        let (from, to) = (place(at), place(at + tokens));
        at += tokens;
        // What there is at all is seen.
        let width = if tokens > 0 { (to - from).max(2) } else { 0 };
        rects.push_str(&rect(from, 0, width, HEIGHT, colour));
    }
    let warned = place(filled.tools + filled.warning).min(WIDTH - 2);
    rects.push_str(&rect(warned, 0, 2, HEIGHT, MARK));
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">{rects}</svg>")
}

fn rect(x: usize, y: usize, width: usize, height: usize, colour: u32) -> String {
    match width {
        0 => String::new(),
        _ => format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#{colour:06x}\"/>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::context::Measure;

    fn filled(queue: usize) -> Filled {
        let parts = Measure { instructions: 900, persona: 300, people: 150, summary: 400, queue, newest: 250 };
        Filled { window: 16_384, answer: 1_024, tools: 1_500, parts, budget: 13_000, warning: 9_750 }
    }

    /// Pixels of each colour in the middle row.
    fn colours(png: &[u8]) -> Vec<(u32, usize)> {
        let canvas = tiny_skia::Pixmap::decode_png(png).expect("a picture");
        assert_eq!((canvas.width(), canvas.height()), (WIDTH as u32, HEIGHT as u32));
        let mut runs: Vec<(u32, usize)> = Vec::new();
        for x in 0..canvas.width() {
            let pixel = canvas.pixel(x, HEIGHT as u32 / 2).expect("a pixel").demultiply();
            let colour = u32::from(pixel.red()) << 16 | u32::from(pixel.green()) << 8 | u32::from(pixel.blue());
            match runs.last_mut() {
                Some((last, count)) if *last == colour => *count += 1,
                _ => runs.push((colour, 1)),
            }
        }
        runs
    }

    #[test]
    fn each_part_has_its_share_of_the_bar() {
        let drawn = filled(3_000);
        let runs = colours(&bar(&drawn).expect("a picture"));
        let wide =
            |colour: u32| runs.iter().filter(|(known, _)| *known == colour).map(|(_, count)| count).sum::<usize>();
        for part in parts(&drawn) {
            let wanted = part.tokens * WIDTH / drawn.window;
            assert!(wide(part.colour).abs_diff(wanted) <= 3, "{}: {} for {wanted}", part.sign, wide(part.colour));
        }
        assert!(wide(FREE).abs_diff(free(&drawn) * WIDTH / drawn.window) <= 5);
        assert_eq!(wide(MARK), 2, "the mark of the warning");
    }

    #[test]
    fn an_overfull_prompt_is_drawn_too() {
        let runs = colours(&bar(&filled(90_000)).expect("a picture"));
        assert!(runs.iter().all(|(colour, _)| *colour != FREE), "{runs:?}");
        bar(&Filled { window: 0, answer: 0, tools: 0, parts: Measure::default(), budget: 0, warning: 0 })
            .expect("a picture");
    }
}
