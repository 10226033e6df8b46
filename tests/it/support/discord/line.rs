//! The connections to the fake, which it can cut: at once, or in the middle of what it sends.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// One connection, for whoever serves it.
#[derive(Clone)]
pub struct Line(Arc<State>);

struct State {
    /// Bytes that still go out before it breaks.
    left: AtomicUsize,
    cut: Notify,
}

impl Line {
    /// It breaks now.
    pub fn cut(&self) {
        self.cut_after(0);
    }

    /// It breaks when so many bytes more have gone out.
    pub fn cut_after(&self, bytes: usize) {
        self.0.left.store(bytes, Ordering::SeqCst);
        if bytes == 0 {
            self.0.cut.notify_one();
        }
    }
}

/// Accepts connections.
pub struct Lines(pub TcpListener);

impl Listener for Lines {
    type Io = Io;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Io, SocketAddr) {
        let (stream, from) = Listener::accept(&mut self.0).await;
        let state = Arc::new(State { left: AtomicUsize::new(usize::MAX), cut: Notify::new() });
        let line = Line(state.clone());
        let broken = Box::pin(async move { state.cut.notified().await });
        (Io { stream, line, broken }, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, Lines>> for Line {
    fn connect_info(stream: IncomingStream<'_, Lines>) -> Self {
        stream.io().line.clone()
    }
}

/// The stream below.
pub struct Io {
    stream: TcpStream,
    line: Line,
    broken: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Io {
    fn reset() -> io::Error {
        io::ErrorKind::ConnectionReset.into()
    }

    fn is_cut(&self) -> bool {
        self.line.0.left.load(Ordering::SeqCst) == 0
    }
}

impl AsyncRead for Io {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.is_cut() || self.broken.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(Self::reset()));
        }
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Io {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let left = self.line.0.left.load(Ordering::SeqCst);
        if left == 0 {
            return Poll::Ready(Err(Self::reset()));
        }
        let some = &bytes[..bytes.len().min(left)];
        let written = std::task::ready!(Pin::new(&mut self.stream).poll_write(context, some))?;
        if left != usize::MAX {
            self.line.cut_after(left - written);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
