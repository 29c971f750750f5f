//! The command: it tells where it listens, and serves until it is stopped.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::support::{client, get, post};

#[tokio::test]
async fn the_command_serves_a_provider_in_real_time() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_provider-simulators"));
    let mut child = command.args(["cinetpay", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let url = |path: &str| format!("{}{path}", address.trim());
    let credentials = json!({"api_key": "simulated-token", "api_password": "SIMULATED"});
    let (status, _) = post(&url("/v1/oauth/login"), &credentials).await;
    let (_, clock) = get(&url("/admin/clock")).await;
    let telephone = client().get(url("/phones/243813456700")).send().await.unwrap().status();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((status, telephone.as_u16()), (200, 200));
    assert!(clock["now_ms"].as_i64().unwrap() > 1_767_607_200_000, "the clock of the machine");
}
