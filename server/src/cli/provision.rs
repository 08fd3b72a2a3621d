//! `celadon provision`: keeps the warm pool of unclaimed clinics, because the gateway has no rights to make clinics.

use std::process::ExitCode;

use super::{owner, owner_url, serve};
use base::clock::Clock;
use http_api::ops::Readiness;
use operations::provisioning::Provisioner;
use telemetry::Metrics;

pub async fn provision(spares: u32, once: bool, metrics: Metrics) -> Result<ExitCode, String> {
    let (db, clock) = (owner().await?, Clock::default());
    let provisioner = Provisioner::new(db.clone(), spares, clock.clone()).measured_by(metrics.clone());
    if once {
        provisioner.fill().await.map_err(|error| error.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    let url = owner_url()?;
    let stop = serve::stopping()?;
    let listener = serve::bind(config::ops_addr().map_err(|error| error.to_string())?, "OPS_ADDR").await?;
    let readiness = Readiness::of_owner(db, clock, stop.clone());
    let ops = tokio::spawn(serve::serve_ops(listener, readiness, metrics));
    let working = tokio::spawn(provisioner.run(url));
    serve::stopped(stop).await;
    working.abort();
    ops.abort();
    Ok(ExitCode::SUCCESS)
}
