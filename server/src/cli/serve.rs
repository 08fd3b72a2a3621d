//! `celadon serve` and `celadon work`.

use std::{process::ExitCode, time::Duration};

use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
    sync::watch,
    task::JoinHandle,
};

use config::Config;
use connections::{Limits, serve as accept};
use http_api::{
    lists::ListThreads,
    ops::{self, Readiness},
    state::App,
    web::WebApp,
};
use mail::Mailer;
use operations::fleet;
use practice::billing::Billing;
use server::app;
use telemetry::Metrics;

/// How long a stop waits for the background work. If the database does not answer, the claims expire later.
const GIVEN_BACK_WITHIN: Duration = Duration::from_secs(3);

pub async fn serve(with_jobs: bool, metrics: Metrics) -> Result<ExitCode, String> {
    let config = Config::from_env().map_err(|error| error.to_string())?;
    let list_threads = ListThreads::start().map_err(|error| format!("no threads can be started: {error}"))?;
    let app = state(&config, metrics)?.reading_lists_on(&list_threads);
    app.tenants.db.check_restricted().await?;
    let web = WebApp::read(config.web_dir.clone())
        .await
        .map_err(|error| format!("WEB_DIR holds no built web app ({}): {error}", config.web_dir.display()))?;
    let stop = stopping()?;
    let listener = bind(config.listen_addr, "LISTEN_ADDR").await?;
    let ops_listener = bind(config.ops_addr, "OPS_ADDR").await?;

    let watching = tokio::spawn(tenancy::watch(app.directory.clone(), config.database_direct_url.clone()));
    let forgetting = tokio::spawn(app.limits.clone().forget_the_idle());
    let working = if with_jobs { Some(tokio::spawn(background(&config, &app, &stop)?)) } else { None };
    let syncing = if with_jobs { sync_billing(&config, &app) } else { None };
    let ops = tokio::spawn(serve_ops(ops_listener, readiness(&app, &stop), app.metrics().clone()));
    tracing::info!(address = %config.listen_addr, platform = config.base_url.origin(), "serving");
    let routes = app::router(&app, Some(web));
    let limits = Limits { proxies: config.trusted_proxies.clone().into(), ..Limits::default() };
    accept(listener, routes, limits, stopped(stop)).await.map_err(|error| format!("the listener broke: {error}"))?;

    ended(working).await;
    for task in [Some(watching), Some(forgetting), syncing].into_iter().flatten() {
        task.abort();
    }
    ops.abort();
    app.tenants.db.close().await;
    // Dropped last, because connections whose requests ran on these threads end with the threads.
    drop(list_threads);
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

pub async fn work(metrics: Metrics) -> Result<ExitCode, String> {
    let config = Config::from_env().map_err(|error| error.to_string())?;
    let app = state(&config, metrics)?;
    app.tenants.db.check_restricted().await?;
    let stop = stopping()?;
    let ops_listener = bind(config.ops_addr, "OPS_ADDR").await?;
    let ops = tokio::spawn(serve_ops(ops_listener, readiness(&app, &stop), app.metrics().clone()));
    let working = tokio::spawn(background(&config, &app, &stop)?);
    let syncing = sync_billing(&config, &app);
    stopped(stop).await;
    ended(Some(working)).await;
    ops.abort();
    if let Some(syncing) = syncing {
        syncing.abort();
    }
    app.tenants.db.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Serves the operator's own port until the task is dropped. While the last requests are completed, it reports that the server is not ready.
pub(super) async fn serve_ops(listener: TcpListener, readiness: Readiness, metrics: Metrics) -> std::io::Result<()> {
    accept(listener, ops::router(readiness, metrics), Limits::default(), std::future::pending()).await
}

fn readiness(app: &App, stop: &watch::Receiver<bool>) -> Readiness {
    Readiness::new(app, stop.clone())
}

/// Syncs subscriptions with Stripe, if keys are set.
fn sync_billing(config: &Config, app: &App) -> Option<JoinHandle<()>> {
    let syncer = app.part::<Billing>().syncer(&app.tenants.db, &app.clock)?;
    Some(tokio::spawn(syncer.run(config.database_direct_url.clone())))
}

/// The background work for all clinics, until the program is stopped.
fn background(
    config: &Config,
    app: &App,
    stop: &watch::Receiver<bool>,
) -> Result<impl Future<Output = ()> + use<>, String> {
    let mailer = Mailer::new(&config.mail_from, config.mail_server.as_ref(), config.mail_dir.clone())?;
    Ok(fleet::run(app.clone(), mailer, config.database_direct_url.clone(), stopped(stop.clone())))
}

/// Waits briefly for background work that was told to stop, so that it can give back its running jobs.
async fn ended(working: Option<JoinHandle<()>>) {
    if let Some(mut working) = working
        && tokio::time::timeout(GIVEN_BACK_WITHIN, &mut working).await.is_err()
    {
        working.abort();
    }
}

fn state(config: &Config, metrics: Metrics) -> Result<App, String> {
    let app = App::new(config, metrics).map_err(|_| "DATABASE_URL is not a Postgres URL".to_owned())?;
    Ok(app::with_parts(config, app))
}

pub(super) async fn bind(address: std::net::SocketAddr, variable: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| format!("{variable} {address} cannot be listened on: {error}"))
}

/// A flag that becomes true at SIGTERM or Ctrl-C.
pub(super) fn stopping() -> Result<watch::Receiver<bool>, String> {
    let (sender, stop) = watch::channel(false);
    let mut terminate = signal(SignalKind::terminate()).map_err(|error| error.to_string())?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        let _ = sender.send(true);
    });
    Ok(stop)
}

pub(super) async fn stopped(mut stop: watch::Receiver<bool>) {
    // The sender lives as long as the process.
    let _ = stop.wait_for(|stop| *stop).await;
}
