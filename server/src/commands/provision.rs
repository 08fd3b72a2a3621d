//! `celadon provision`: keeps the spare clinics, because the gateway may not make any.

use std::process::ExitCode;

use server::{clinics::Provisioner, clock::Clock};

use super::{owner, setting};

pub async fn provision(spares: u32, once: bool) -> Result<ExitCode, String> {
    let provisioner = Provisioner::new(owner().await?, spares, Clock::default());
    if once {
        provisioner.fill().await.map_err(|error| error.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    let url = setting("OWNER_DATABASE_URL")?;
    let stop = super::serve::stopping()?;
    let working = tokio::spawn(provisioner.run(url));
    super::serve::stopped(stop).await;
    working.abort();
    Ok(ExitCode::SUCCESS)
}
