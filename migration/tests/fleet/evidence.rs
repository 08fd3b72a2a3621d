//! What the step for evidence does with rows from before.

use migration::clinic;

use crate::database::Fleet;

const MEMBER: &str = "insert into {}.member (id, first_name, last_name, email, role, department, status, hire_date,
        license_number, created_at, updated_at)
    values (7, 'Robin', 'Berg', 'robin@clinic.example', 'Nurse', 'Clinical', 'active', '2024-01-01', 'RN-1', now(), now())";

#[tokio::test]
async fn earlier_signatures_get_their_signers_name_once_and_it_cannot_be_changed() {
    let fleet = Fleet::new().await;
    let before = clinic::STEPS.iter().position(|step| step.name.ends_with("_evidence")).unwrap();
    let schema = fleet.schema(before).await;
    let run = async |sql: &str| fleet.run(&sql.replace("{}", &schema)).await;
    run(MEMBER).await;
    run("insert into {}.patient (id, first_name, last_name, created_at) values (1, 'Nora', 'Lind', now())").await;
    run("insert into {}.exam (patient_id, examiner_id, created_at) values (1, 7, now())").await;
    let may_change = format!("select has_table_privilege('{schema}', '{schema}.estimate', 'update')");
    assert!(fleet.is_true(&may_change).await);

    fleet.steps_up(&schema, 1).await;
    run("update {}.member set last_name = 'Married', role = 'Staff', license_number = null").await;
    let signer = fleet.texts(&format!("select signer::text from {schema}.exam")).await;
    assert_eq!(signer, [r#"{"id": 7, "name": "Robin Berg", "role": "Nurse", "licence": "RN-1"}"#]);
    assert!(!fleet.is_true(&may_change).await);
    let columns = |column: &str| {
        format!("select has_column_privilege('{schema}', '{schema}.subscription', '{column}', 'update')")
    };
    assert!(fleet.is_true(&columns("sub_status")).await);
    assert!(!fleet.is_true(&columns("sub_sig")).await);

    fleet.steps_down(&schema, 1).await;
    assert!(fleet.is_true(&may_change).await && fleet.is_true(&columns("sub_sig")).await);
}
