//! Waves: the other clinics are started only if the earlier ones went well.

use migration::{
    clinic,
    fleet::{Plan, Report},
};

use crate::database::{BEHIND, DONE, Fleet};

/// Makes the clinic's next step fail.
async fn break_it(fleet: &Fleet, clinic: &str) {
    fleet.run(&format!("create table {clinic}.appointment (planted integer)")).await;
}

fn in_waves(waves: &[u8], most_broken: usize) -> Plan {
    Plan { workers: 1, canaries: 1, waves: waves.to_vec(), most_broken, ..Plan::default() }
}

#[tokio::test]
async fn too_many_failures_in_a_wave_leave_the_rest_of_the_fleet_unchanged() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(10, BEHIND).await;
    // The second wave has the second to the fifth clinic.
    for broken in [1, 3] {
        break_it(&fleet, &clinics[broken]).await;
    }
    let report = fleet.up(&in_waves(&[50], 1)).await.unwrap();
    assert_eq!((report.exit_code(), report.migrated, report.broken.len(), report.left), (2, 2, 2, 6), "{report:?}");
    for clinic in &clinics[5..] {
        fleet.assert_whole(clinic, BEHIND).await;
    }
    let report = fleet.up(&in_waves(&[50], 2)).await.unwrap();
    assert_eq!(
        (report.migrated, report.broken.len(), report.left),
        (0, 1, 7),
        "the canary is broken itself: {report:?}"
    );
    fleet.run(&format!("drop table {}.appointment", clinics[1])).await;
    let report = fleet.up(&in_waves(&[50], 2)).await.unwrap();
    assert_eq!((report.migrated, report.broken.len(), report.left), (7, 1, 0), "{report:?}");
    for clinic in &clinics[5..] {
        fleet.assert_whole(clinic, DONE).await;
    }
}

#[tokio::test]
async fn every_clinic_is_in_exactly_one_wave_whatever_the_percentages() {
    let fleet = Fleet::new().await;
    fleet.clinics(7, BEHIND).await;
    for waves in [&[][..], &[1], &[100], &[1, 10, 100], &[90, 10], &[33, 66]] {
        let report = fleet.up(&Plan { workers: 3, ..in_waves(waves, 0) }).await.unwrap();
        assert_eq!(report, Report { migrated: 7, ..Report::default() }, "{waves:?}");
        // The tables stay unchanged, because migrating them again for each plan would take minutes and would not test waves.
        let behind = clinic::STEPS[BEHIND - 1].name;
        fleet.run(&format!("update registry.clinic set schema_version = '{behind}'")).await;
    }
}

#[tokio::test]
async fn too_many_failures_stop_the_running_wave_too() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(8, BEHIND).await;
    for broken in [1, 2] {
        break_it(&fleet, &clinics[broken]).await;
    }
    let report = fleet.up(&in_waves(&[100], 1)).await.unwrap();
    assert_eq!((report.migrated, report.broken.len(), report.left), (1, 2, 5), "{report:?}");
}
