//! A Qdrant server of our own, in the test's process and on loopback: the part of its gRPC interface that Keepsake
//! uses, with the real meaning, in memory. Whatever it does not know it refuses loudly, and a read or delete that is
//! not held within one scope fails the test, even if its answer is never looked at.

mod collections;
mod filter;
mod points;
mod score;

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};

use qdrant_client::qdrant::collections_server::CollectionsServer;
use qdrant_client::qdrant::points_server::PointsServer;
use qdrant_client::qdrant::qdrant_server::{self, QdrantServer};
use qdrant_client::qdrant::{HealthCheckReply, HealthCheckRequest, SparseVectorParams, Value, VectorParams};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};
use uuid::Uuid;

type Reply<T> = Result<Response<T>, Status>;
type Later<'a, T> = Pin<Box<dyn Future<Output = Reply<T>> + Send + 'a>>;

/// What one point holds.
#[derive(Clone, Default)]
struct Stored {
    /// Brought to length 1.
    dense: HashMap<String, Vec<f32>>,
    sparse: HashMap<String, BTreeMap<u32, f32>>,
    payload: HashMap<String, Value>,
}

#[derive(Default)]
struct Collection {
    dense: HashMap<String, VectorParams>,
    sparse: HashMap<String, SparseVectorParams>,
    /// Payload fields with an index, and whether they name a tenant.
    fields: HashMap<String, bool>,
    points: BTreeMap<Uuid, Stored>,
}

#[derive(Default)]
struct State {
    collections: Mutex<BTreeMap<String, Collection>>,
    violations: Mutex<Vec<String>>,
}

impl State {
    fn collections(&self) -> MutexGuard<'_, BTreeMap<String, Collection>> {
        self.collections.lock().expect("no request panics")
    }

    /// Remembers what must not be, and makes the answer to it.
    fn violation(&self, what: impl Into<String>) -> Status {
        let what = what.into();
        self.violations.lock().expect("no request panics").push(what.clone());
        Status::unimplemented(what)
    }

    /// Runs `act` on a collection that must be there.
    fn with<T>(&self, name: &str, act: impl FnOnce(&mut Collection) -> Result<T, Status>) -> Result<T, Status> {
        let mut collections = self.collections();
        let found = collections.get_mut(name);
        act(found.ok_or_else(|| Status::not_found(format!("Collection `{name}` doesn't exist!")))?)
    }
}

/// Answers a list of methods by refusing them loudly. Written out, because attribute macros do not see into this one.
macro_rules! refuse {
    ($($name:ident: $request:ty => $response:ty),+ $(,)?) => {$(
        fn $name<'life, 'later>(&'life self, _: Request<$request>) -> Later<'later, $response>
        where
            'life: 'later,
            Self: 'later,
        {
            let refused = self.0.violation(concat!("the Qdrant of the tests does not know ", stringify!($name)));
            Box::pin(async move { Err(refused) })
        }
    )+};
}
use refuse;

/// The server. When it goes, it makes sure that nothing was asked that must not be.
pub struct FakeQdrant {
    state: Arc<State>,
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    served: Option<JoinHandle<()>>,
}

/// Starts a server that lets everyone in.
pub async fn start() -> FakeQdrant {
    start_with(None, SocketAddr::from(([127, 0, 0, 1], 0))).await
}

/// Starts a server that asks for a key.
pub async fn start_with_key(key: &str) -> FakeQdrant {
    start_with(Some(key.to_owned()), SocketAddr::from(([127, 0, 0, 1], 0))).await
}

async fn start_with(key: Option<String>, at: SocketAddr) -> FakeQdrant {
    let incoming = TcpIncoming::bind(at).expect("loopback has a free port");
    let address = incoming.local_addr().expect("it has an address");
    let state = Arc::new(State::default());
    let guard = move |request: Request<()>| match &key {
        Some(key) if request.metadata().get("api-key").is_none_or(|given| given != key.as_str()) => {
            Err(Status::unauthenticated("Must provide an API key or an Authorization bearer token"))
        }
        _ => Ok(request),
    };
    let points = PointsServer::new(points::Points(state.clone())).max_decoding_message_size(usize::MAX);
    let collections = CollectionsServer::new(collections::Collections(state.clone()));
    let router = Server::builder()
        .add_service(QdrantServer::new(Health))
        .add_service(InterceptedService::new(points, guard.clone()))
        .add_service(InterceptedService::new(collections, guard));
    let (end, ended) = oneshot::channel();
    let served = tokio::spawn(async move {
        let until = async {
            let _ = ended.await;
        };
        router.serve_with_incoming_shutdown(incoming, until).await.expect("it serves until it is stopped");
    });
    FakeQdrant { state, address, end: Some(end), served: Some(served) }
}

impl FakeQdrant {
    /// What `QDRANT_URL` would be.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops answering and ends all connections.
    pub async fn stop(&mut self) {
        drop(self.end.take());
        if let Some(served) = self.served.take() {
            served.await.expect("it ended well");
        }
    }

    /// A new server, with nothing in it, where this one was before it stopped.
    pub async fn anew(&self) -> FakeQdrant {
        start_with(None, self.address).await
    }

    /// The names of the collections.
    pub fn collections(&self) -> Vec<String> {
        self.state.collections().keys().cloned().collect()
    }

    /// What was asked that must not be, taken out.
    pub fn take_violations(&self) -> Vec<String> {
        std::mem::take(&mut self.state.violations.lock().expect("no request panics"))
    }
}

impl Drop for FakeQdrant {
    fn drop(&mut self) {
        let violations = self.take_violations();
        assert!(
            violations.is_empty() || std::thread::panicking(),
            "Qdrant was asked what it must not be: {violations:?}"
        );
    }
}

/// Answers everyone, as the real one does.
struct Health;

#[tonic::async_trait]
impl qdrant_server::Qdrant for Health {
    async fn health_check(&self, _: Request<HealthCheckRequest>) -> Reply<HealthCheckReply> {
        let title = "qdrant - of the tests".to_owned();
        Ok(Response::new(HealthCheckReply { title, version: "1.20.0".into(), commit: None }))
    }
}
