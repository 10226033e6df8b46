//! Files for tests: what people attach, and small PDFs made by hand.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use keepsake::agent::Files;
use keepsake::documents::Refusal;
use keepsake::memory::Attachment;
use tokio::sync::watch;

/// Content by address, and which of it was fetched.
#[derive(Default)]
pub struct FakeFiles {
    content: Mutex<HashMap<String, Vec<u8>>>,
    fetched: Mutex<Vec<String>>,
    /// While it is set no file comes.
    held: watch::Sender<bool>,
    /// How many are being fetched, and were at most.
    fetching: Mutex<(usize, usize)>,
}

impl FakeFiles {
    /// Puts a file where it can be fetched, as an attachment to a message.
    pub fn attach(&self, name: &str, kind: &str, content: &[u8]) -> Attachment {
        let url = format!("https://cdn.discordapp.com/attachments/1/{}/{name}", content.len());
        self.content.lock().expect("the content").insert(url.clone(), content.to_vec());
        Attachment {
            name: name.to_owned(),
            kind: kind.to_owned(),
            bytes: Some(content.len() as u64),
            description: None,
            url: Some(url),
            reading: None,
        }
    }

    /// Takes everything away, as Discord does after a while.
    pub fn clear(&self) {
        self.content.lock().expect("the content").clear();
    }

    /// From now on no file comes, or those that were held do.
    pub fn hold(&self, hold: bool) {
        self.held.send_replace(hold);
    }

    /// How many are being fetched, and were at most.
    pub fn fetching(&self) -> (usize, usize) {
        *self.fetching.lock().expect("what is fetched")
    }

    pub fn fetched(&self) -> usize {
        self.fetched.lock().expect("what was fetched").len()
    }
}

#[async_trait]
impl Files for FakeFiles {
    async fn fetch(&self, url: &str, most: u64) -> Result<Vec<u8>, Refusal> {
        self.fetched.lock().expect("what was fetched").push(url.to_owned());
        {
            let mut fetching = self.fetching.lock().expect("what is fetched");
            fetching.0 += 1;
            fetching.1 = fetching.1.max(fetching.0);
        }
        // So that others who fetch too surely do so at the same time.
        tokio::time::sleep(Duration::from_millis(1)).await;
        let _ = self.held.subscribe().wait_for(|held| !held).await;
        self.fetching.lock().expect("what is fetched").0 -= 1;
        let found = self.content.lock().expect("the content").get(url).cloned();
        let found = found.ok_or(Refusal::Gone)?;
        if found.len() as u64 > most {
            return Err(Refusal::TooLarge { most });
        }
        Ok(found)
    }
}

/// A PDF with a page for each text, whose lines are parted by `\n`. A page without text draws a line.
pub fn pdf(pages: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for (page, text) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * page
        ));
        objects.push(stream(&drawing(text)));
    }
    pdf_of(&objects)
}

fn drawing(text: &str) -> String {
    if text.is_empty() {
        return "10 10 m 100 100 l S".to_owned();
    }
    let lines: Vec<String> = text.lines().map(|line| format!("({line}) Tj 0 -20 Td")).collect();
    format!("BT /F1 12 Tf 72 720 Td {} ET", lines.join(" "))
}

pub fn stream(content: &str) -> String {
    format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// A PDF of those objects, numbered from 1; the first is the catalogue.
pub fn pdf_of(objects: &[String]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.4\n");
    let mut table = String::from("0000000000 65535 f \n");
    for (number, object) in (1..).zip(objects) {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.push_str(&format!(
        "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

/// A PDF whose page draws a form that draws the next one ten times, and so on: 10¹² times the last.
pub fn pdf_bomb() -> Vec<u8> {
    let form = |next: usize| {
        let content = "/X Do ".repeat(10);
        format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {next} 0 R >> >> /Length {} >>\n\
             stream\n{content}\nendstream",
            content.len()
        )
    };
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>"
            .to_owned(),
        stream("/X Do"),
    ];
    objects.extend((0..12).map(|depth| form(6 + depth)));
    objects.push("<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 1 >>\nstream\n \nendstream".to_owned());
    pdf_of(&objects)
}

/// A PDF whose page draws a form that draws itself.
pub fn endless_pdf() -> Vec<u8> {
    let own = "/X Do";
    pdf_of(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>"
            .to_owned(),
        stream(own),
        format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> /Length {} >>\n\
             stream\n{own}\nendstream",
            own.len()
        ),
    ])
}
