//! Commands as an operator types them, tried on the binary.

use std::{
    io,
    process::{Command, Output},
};

use serde_json::Value;
use stripe_standin::{Settings, Standin};

/// Nothing of this machine's own settings.
fn celadon(arguments: &[&str], settings: &[(&str, &str)]) -> io::Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_celadon"));
    command.args(arguments).env_clear().envs(settings.iter().copied());
    command.output()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_version_names_the_revision_that_was_built() {
    let output = celadon(&["--version"], &[]).unwrap();
    let revision = option_env!("CELADON_REVISION").unwrap_or("unknown revision");
    let expected = format!("celadon {} ({revision})\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), expected));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stripe_setup_makes_the_webhooks_secret_with_a_key_alone() {
    let stripe = Standin::start(Settings::default()).await.unwrap();
    let (key, url) = (stripe.secret_key().to_owned(), stripe.url().to_owned());
    let run = move || {
        let settings = [
            ("STRIPE_SECRET_KEY", key.as_str()),
            ("STRIPE_API_BASE", url.as_str()),
            ("BASE_URL", "https://clinics.example.com"),
        ];
        celadon(&["stripe-setup"], &settings)
    };
    let output = tokio::task::spawn_blocking(run).await.unwrap().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 7, "six prices and a webhook: {lines:?}");
    let webhook = &lines[6];
    assert_eq!(webhook["webhook"], "https://clinics.example.com/api/stripe/webhook");
    assert!(webhook["secret"].as_str().unwrap().starts_with("whsec_"), "{webhook}");
    assert_eq!(stripe.objects("webhook_endpoint").len(), 1);
}
