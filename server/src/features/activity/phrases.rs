//! Every action of the matrix, in words for the reader of the log.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The group of an action, by which the log can be filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionGroup {
    Patients,
    Exams,
    Treatments,
    Consents,
    Estimates,
    Appointments,
    Loyalty,
    Team,
    SignIn,
    Billing,
    Settings,
    ActivityLog,
}

use ActionGroup::{
    ActivityLog, Appointments, Billing, Consents, Estimates, Exams, Loyalty, Patients, Settings, SignIn, Team,
    Treatments,
};

/// The action, its group, and the sentence about whoever did it.
pub const PHRASES: &[(&str, ActionGroup, &str)] = &[
    ("patient.list", Patients, "Looked at the list of clients"),
    ("patient.export", Patients, "Exported the list of clients"),
    ("document.print", Patients, "Printed a record"),
    ("document.verify", ActivityLog, "Verified a document"),
    ("document.open", Patients, "Opened a printed record"),
    ("patient.record.export", Patients, "Asked for everything about a client as one file"),
    ("patient.record.export.list", Patients, "Looked at the exports of a client's record"),
    ("patient.record.export.open", Patients, "Downloaded everything about a client as one file"),
    ("patient.search", Patients, "Searched for a client"),
    ("fhir.patient.search", Patients, "Searched clients through FHIR"),
    ("fhir.patient.read", Patients, "Read a client through FHIR"),
    ("fhir.patient.everything", Patients, "Read a client's whole record through FHIR"),
    ("fhir.practitioner.search", Team, "Searched practitioners through FHIR"),
    ("fhir.practitioner.read", Team, "Read a practitioner through FHIR"),
    ("fhir.appointment.search", Appointments, "Searched appointments through FHIR"),
    ("fhir.appointment.read", Appointments, "Read an appointment through FHIR"),
    ("fhir.consent.search", Consents, "Searched consents through FHIR"),
    ("fhir.consent.read", Consents, "Read a consent through FHIR"),
    ("fhir.procedure.search", Treatments, "Searched treatments through FHIR"),
    ("fhir.procedure.read", Treatments, "Read a treatment through FHIR"),
    ("fhir.observation.search", Exams, "Searched vitals through FHIR"),
    ("fhir.observation.read", Exams, "Read a vital sign through FHIR"),
    ("patient.create", Patients, "Added a client"),
    ("patient.update", Patients, "Changed a client"),
    ("patient.pair.list", Patients, "Looked at the clients who may be one person"),
    ("patient.pair.dismiss", Patients, "Said that two clients are two people"),
    ("patient.pair.restore", Patients, "Took back that two clients are two people"),
    ("patient.merge.preview", Patients, "Compared two clients' records to merge them"),
    ("patient.merge", Patients, "Merged two clients' records"),
    ("patient.merge.list", Patients, "Looked at the records merged into the client's"),
    ("patient.merge.undo.preview", Patients, "Looked at what undoing the merge of two clients' records brings back"),
    ("patient.merge.undo", Patients, "Took the merge of two clients' records back"),
    ("patient.duplicate.check", Patients, "Asked who may be the same client"),
    ("patient.read", Patients, "Opened the client's record"),
    ("patient.change.list", Patients, "Looked at who changed the client's record"),
    ("record.summary", Patients, "Looked at the summary of the client's record"),
    ("record.timeline", Patients, "Looked at the timeline of the client's record"),
    ("patient.archive", Patients, "Archived a client"),
    ("patient.restore", Patients, "Restored an archived client"),
    ("patient.delete", Patients, "Removed a client without records"),
    ("import.create", Patients, "Began to import clients from a file"),
    ("import.part", Patients, "Sent a part of a file of clients"),
    ("import.read", Patients, "Had a file of clients read"),
    ("import.columns", Patients, "Matched the columns of a file of clients"),
    ("import.row.list", Patients, "Looked at the rows of a file of clients"),
    ("import.row.export", Patients, "Downloaded the rows of a file of clients"),
    ("import.row.delete", Patients, "Deleted the rows of a file of clients"),
    ("import.run", Patients, "Imported clients"),
    ("import.cancel", Patients, "Stopped an import of clients"),
    ("import.undo", Patients, "Undid an import of clients"),
    ("import.kept.list", Patients, "Looked at the clients whom an undone import has left"),
    ("patient.clinical.read", Patients, "Looked at the client's allergies, medications and conditions"),
    ("patient.clinical.history", Patients, "Looked at earlier answers about allergies, medications or conditions"),
    (
        "patient.clinical.write",
        Patients,
        "Recorded what the client answered about allergies, medications or conditions",
    ),
    ("patient.note.removed.list", Patients, "Looked at the client's removed notes"),
    (
        "patient.clinical.withdraw",
        Patients,
        "Withdrew the client's answer about allergies, medications, conditions or pregnancy",
    ),
    ("patient.note.list", Patients, "Looked at the client's notes"),
    ("patient.note.create", Patients, "Added a note about the client"),
    ("patient.note.update", Patients, "Changed a note about the client"),
    ("patient.note.delete", Patients, "Removed a note about the client"),
    ("patient.note.restore", Patients, "Restored a note about the client"),
    ("gfe.read", Exams, "Looked at the latest exam"),
    ("gfe.create", Exams, "Recorded an exam"),
    ("gfe.history.list", Exams, "Looked at the history of exams"),
    ("gfe.exam.read", Exams, "Opened an exam"),
    ("gfe.addendum.list", Exams, "Looked at the addenda of an exam"),
    ("gfe.addendum.create", Exams, "Added an addendum to an exam"),
    ("gfe.void", Exams, "Voided an exam"),
    ("gfe_template.create", Exams, "Added an exam template"),
    ("gfe_template.update", Exams, "Changed an exam template"),
    ("gfe_template.delete", Exams, "Removed an exam template"),
    ("gfe_template.put_back", Exams, "Put a removed exam template on the list again"),
    ("gfe_template.restore", Exams, "Restored an earlier version of an exam template"),
    ("gfe_template.duplicate", Exams, "Copied an exam template"),
    ("treatment.list", Treatments, "Looked at the treatment history"),
    ("treatment.create", Treatments, "Recorded a treatment"),
    ("treatment.approve", Treatments, "Approved a treatment"),
    ("treatment.addendum.list", Treatments, "Looked at the addenda of a treatment"),
    ("treatment.addendum.create", Treatments, "Added an addendum to a treatment"),
    ("treatment.void", Treatments, "Voided a treatment"),
    ("treatment.pending.list", Treatments, "Looked at the treatments that wait for approval"),
    ("consent_template.create", Consents, "Added a consent template"),
    ("consent_template.update", Consents, "Changed a consent template"),
    ("consent_template.delete", Consents, "Removed a consent template"),
    ("consent_template.put_back", Consents, "Put a removed consent template on the list again"),
    ("consent_template.restore", Consents, "Restored an earlier version of a consent template"),
    ("consent_template.duplicate", Consents, "Copied a consent template"),
    ("consent.list", Consents, "Looked at the client's consents"),
    ("consent.needed", Consents, "Looked at the consents that a service needs"),
    ("consent.read", Consents, "Opened a consent"),
    ("consent.issue", Consents, "Issued a consent"),
    ("consent.revoke", Consents, "Withdrew a consent"),
    ("consent.resend", Consents, "Made a new link for a consent"),
    ("consent.remind", Consents, "Had a consent's link mailed to the client"),
    ("consent.reissue", Consents, "Issued the newer text of a consent"),
    ("portal.consent.open", Consents, "Opened the consent by its link"),
    ("portal.consent.read_to_end", Consents, "Read the consent to its end by its link"),
    ("consent.copy.open", Consents, "Opened the copy of a signed consent"),
    ("consent.copy.make", Consents, "Had the copy of the signed consent made"),
    ("portal.consent.copy", Consents, "Downloaded the copy of the consent by its link"),
    ("portal.consent.sign", Consents, "Signed the consent by its link"),
    ("portal.consent.decline", Consents, "Declined the consent by its link"),
    ("estimate.read", Estimates, "Looked at the cost estimate"),
    ("estimate.create", Estimates, "Made a cost estimate"),
    ("estimate.update", Estimates, "Changed a cost estimate"),
    ("estimate.void", Estimates, "Voided a cost estimate"),
    ("estimate.version.list", Estimates, "Looked at the versions of a cost estimate"),
    ("estimate.version.read", Estimates, "Looked at one version of a cost estimate"),
    ("appointment.list", Appointments, "Looked at the appointments"),
    ("appointment.export", Appointments, "Exported the list of appointments"),
    ("appointment.create", Appointments, "Booked an appointment"),
    ("appointment.read", Appointments, "Looked at an appointment"),
    ("appointment.update", Appointments, "Changed an appointment"),
    ("message.list", Patients, "Looked at the messages to the client"),
    ("patient.contact.read", Patients, "Looked at how the client wants to be reminded"),
    ("patient.contact.update", Patients, "Changed how the client wants to be reminded"),
    ("message.settings.write", Settings, "Changed the messages to clients"),
    ("message.template.write", Settings, "Changed the words of a message to clients"),
    ("message.template.reset", Settings, "Returned to Celadon's own words of a message to clients"),
    ("message.template.preview", Settings, "Looked at a preview of a message to clients"),
    ("message.service.write", Settings, "Changed what is sent around the visits of a service"),
    ("message.service.preview", Settings, "Looked at a preview of the text after a visit"),
    ("message.recall.list", Appointments, "Looked at who is due for the next visit"),
    ("message.recall.skip", Appointments, "Said not to call a client back this time"),
    ("message.recall.unskip", Appointments, "Took back not to call a client back this time"),
    ("follow_up.list", Appointments, "Looked at what is to be done after visits"),
    ("follow_up.update", Appointments, "Changed what is to be done after a visit"),
    ("message.failed.list", Patients, "Looked at the messages that failed"),
    ("message.send", Patients, "Had a message to a client sent again"),
    ("patient.email.confirm", Patients, "Confirmed the client's e-mail address"),
    ("appointment.series.preview", Appointments, "Looked at the dates of a series of appointments"),
    ("message.mail.report", Settings, "The mail provider reported about a mail"),
    ("message.text.report", Settings, "The provider of texts reported about one"),
    ("booking.confirm", Appointments, "Booked a visit online"),
    ("booking.settings.write", Settings, "Changed how clients book online"),
    ("appointment.request.accept", Appointments, "Accepted what a client asked for online"),
    ("appointment.request.decline", Appointments, "Declined what a client asked for online"),
    ("portal.visit.open", Appointments, "Opened the appointment by its link"),
    ("portal.visit.file", Appointments, "Downloaded the appointment for a calendar"),
    ("calendar.feed.read", Appointments, "A calendar program read a member's visits"),
    ("calendar.feed.make", Team, "Made a calendar link"),
    ("calendar.feed.revoke", Team, "Revoked a calendar link"),
    ("calendar.feed.settings.write", Settings, "Changed what the members' calendars show"),
    ("portal.visit.answer", Appointments, "Answered about the appointment by its link"),
    ("appointment.series.create", Appointments, "Booked a series of appointments"),
    ("appointment.reassign", Appointments, "Gave appointments to another provider"),
    ("dashboard.read", Appointments, "Looked at what needs attention"),
    ("waitlist.export", Appointments, "Exported the waitlist"),
    ("waitlist.list", Appointments, "Looked at the waitlist"),
    ("waitlist.match", Appointments, "Looked for who waits for a time"),
    ("waitlist.create", Appointments, "Added somebody to the waitlist"),
    ("waitlist.update", Appointments, "Changed an entry of the waitlist"),
    ("schedule.hours.update", Appointments, "Changed when a member works"),
    ("schedule.closure.create", Appointments, "Closed the clinic on some days"),
    ("schedule.closure.delete", Appointments, "Opened the clinic on days when it was closed"),
    ("schedule.block.create", Appointments, "Kept a time free"),
    ("schedule.block.update", Appointments, "Changed a time that is kept free"),
    ("schedule.block.delete", Appointments, "Gave a time free that was kept"),
    ("schedule.resource.create", Appointments, "Added a room or a device"),
    ("schedule.resource.update", Appointments, "Changed a room or a device"),
    ("appointment.status", Appointments, "Changed how far an appointment is"),
    ("loyalty.rule.delete", Loyalty, "Removed what a service earns"),
    ("loyalty.rule.create", Loyalty, "Set what a service earns"),
    ("loyalty.balance.list", Loyalty, "Looked at the loyalty balances"),
    ("loyalty.balance.export", Loyalty, "Exported the loyalty balances"),
    ("loyalty.balance.read", Loyalty, "Looked at the client's points"),
    ("loyalty.entry.list", Loyalty, "Looked at the statement of the client's points"),
    ("loyalty.redeem", Loyalty, "Redeemed points"),
    ("loyalty.adjust", Loyalty, "Adjusted points"),
    ("loyalty.reverse", Loyalty, "Took an entry of points back"),
    ("team.export", Team, "Exported the list of the team"),
    ("team.create", Team, "Added a team member"),
    ("team.update", Team, "Changed a team member"),
    ("team.confirm", Team, "Confirmed a Medical Director"),
    ("team.owner_role", Team, "Changed the owner's role"),
    ("team.delete", Team, "Removed a team member"),
    ("team.invite", Team, "Made a new invitation"),
    ("team.invite.cancel", Team, "Cancelled an invitation"),
    ("team.reactivate", Team, "Made a team member active again"),
    ("team.totp.remove", Team, "Took away a team member's second factor"),
    ("kiosk.start", Consents, "Handed the tablet to the client"),
    ("kiosk.read", Consents, "Showed the client's documents on the tablet"),
    ("kiosk.return", Consents, "Took the tablet back"),
    ("auth.pin", SignIn, "Set the PIN for the tablet"),
    ("auth.login", SignIn, "Signed in"),
    ("auth.logout", SignIn, "Signed out"),
    ("auth.hand_over", SignIn, "Signed in by the link from the sign-up"),
    ("auth.mfa", SignIn, "Began to set up a second factor"),
    ("auth.totp.begin", SignIn, "Began to set up a second factor"),
    ("auth.totp.confirm", SignIn, "Set up a second factor"),
    ("auth.totp.remove", SignIn, "Gave up the second factor"),
    ("auth.totp.recovery_codes", SignIn, "Made new recovery codes"),
    ("auth.password", SignIn, "Changed the password"),
    ("auth.invitation.accept", SignIn, "Accepted the invitation"),
    ("auth.forgot", SignIn, "Asked for a link to set a new password"),
    ("auth.reset", SignIn, "Set a new password by a link"),
    ("auth.email.confirm", SignIn, "Confirmed the owner's e-mail address"),
    ("auth.email.ask", SignIn, "Had the owner's address asked about again"),
    ("auth.session.end", SignIn, "Ended one of their own sign-ins"),
    ("auth.prove", SignIn, "Proved the identity again"),
    ("subscription.list", Billing, "Looked at the subscription"),
    ("subscription.export", Billing, "Exported the list of subscriptions"),
    ("subscription.history", Billing, "Looked at the subscription's history"),
    ("subscription.create", Billing, "Changed the subscription"),
    ("billing.checkout", Billing, "Went to the payment page"),
    ("billing.portal", Billing, "Opened the billing page"),
    ("billing.refresh", Billing, "Asked how the payment stands"),
    ("billing.webhook", Billing, "The payment service reported a change"),
    ("billing.plan.grant", Billing, "Granted the clinic a plan"),
    ("billing.plan.end", Billing, "Ended a plan that was granted to the clinic"),
    ("clinic.settings.write", Settings, "Changed the clinic's settings"),
    ("clinic.module.write", Settings, "Switched a module on or off"),
    ("service.export", Settings, "Exported the catalogue of services"),
    ("consent_template.export", Consents, "Exported the consent templates"),
    ("gfe_template.export", Exams, "Exported the exam templates"),
    ("service.create", Settings, "Added a service"),
    ("service.update", Settings, "Changed a service"),
    ("service.delete", Settings, "Removed a service that nothing was recorded with"),
    ("service.order", Settings, "Changed the order of the services"),
    ("service.retire", Settings, "Retired a service"),
    ("service.restore", Settings, "Took a retired service back"),
    ("clinic.sample.delete", Settings, "Removed the sample data"),
    ("mail.undelivered.list", Settings, "Looked at the mails that could not be delivered"),
    ("mail.resend", Settings, "Had a mail sent again that could not be delivered"),
    ("support.grant", Settings, "Gave Celadon's support leave to look into the clinic"),
    ("support.end", Settings, "Ended the leave of Celadon's support to look into the clinic"),
    ("clinic.export", Settings, "Took a copy of all of the clinic's data"),
    ("clinic.restore", Settings, "Put an earlier copy of the clinic's data in place of today's"),
    ("clinic.import", Settings, "Brought the clinic's data in from a copy"),
    ("clinic.rename", Settings, "Changed the clinic's name or address"),
    ("api_token.create", Settings, "Made an API token for another program"),
    ("api_token.revoke", Settings, "Revoked an API token"),
    ("audit.read", ActivityLog, "Read the activity log"),
    ("audit.export", ActivityLog, "Exported the activity log"),
    // Only as a refusal: a call without an audit action leaves a row when a member may not make it.
    ("-", Settings, "Asked for something that holds no records"),
];

/// The words for an action. An unknown one, which a newer release wrote, is shown as it is.
pub fn phrase(action: &str) -> &str {
    PHRASES.iter().find(|(known, ..)| *known == action).map_or(action, |(.., words)| words)
}

/// What an action is about.
pub fn group(action: &str) -> Option<ActionGroup> {
    PHRASES.iter().find(|(known, ..)| *known == action).map(|(_, about, _)| *about)
}

/// The actions of a group.
pub fn actions(group: ActionGroup) -> impl Iterator<Item = &'static str> {
    PHRASES.iter().filter(move |(_, about, _)| *about == group).map(|(action, ..)| *action)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::foundation::permission::MATRIX;

    /// Named so that it runs with the tests of the matrix: a new action needs its words.
    #[test]
    fn every_audit_action_has_exactly_one_phrase() {
        let known: BTreeSet<_> = PHRASES.iter().map(|(action, ..)| *action).collect();
        assert_eq!(known.len(), PHRASES.len(), "an action stands there twice");
        for row in &MATRIX.rows {
            assert!(
                known.contains(row.audit_action.as_str()),
                "{} has no words in features/activity/phrases.rs",
                row.audit_action
            );
        }
        for (action, _, words) in PHRASES {
            assert!(words.len() > 8 && words.starts_with(char::is_uppercase) && !words.ends_with('.'), "{action}");
        }
    }

    #[test]
    fn an_unknown_action_is_shown_by_its_own_name() {
        assert_eq!(phrase("patient.read"), "Opened the client's record");
        assert_eq!(phrase("patient.fold"), "patient.fold");
    }
}
