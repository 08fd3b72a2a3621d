import {
  useReissueConsentMutation,
  useRemindOfConsentMutation,
  useResendConsentMutation,
  useTextConsentMutation,
  type Consent,
  type IssuedConsent,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { actionNames, type ConsentAction } from '@/features/consents/consentActions';
import { textedNotice } from '@/features/consents/textedNotice';
import { useCopyLink } from '@/features/consents/useCopyLink';

interface Props {
  consent: Consent;
  action: ConsentAction;
  /** Called with the new link, which is shown only once. */
  onIssued: (issued: IssuedConsent) => void;
  /** Called when a link that is still shown stopped working. */
  onVoided: (id: number) => void;
  onClose: () => void;
}

const former = 'Any earlier link stops working.';

/** Confirms an action on an issued consent and does it. */
export function ConsentActionDialog({
  consent: { id, template_name: name, status },
  action,
  onIssued,
  onVoided,
  onClose,
}: Props) {
  const [resend] = useResendConsentMutation();
  const [remind] = useRemindOfConsentMutation();
  const [text] = useTextConsentMutation();
  const [reissue] = useReissueConsentMutation();
  const zone = useTimeZone();
  const copyLink = useCopyLink();

  const showLink = async (answer: Promise<IssuedConsent>) => {
    // Called within the tap, with the link as a promise: Safari allows no copying afterwards.
    const copied = copyLink(answer.then(({ portal_url }) => portal_url));
    const issued = await answer;
    onVoided(id);
    onIssued(issued);
    await copied;
  };
  const words = {
    resend: {
      question: `Make a new link for ${name}?`,
      detail: `The text stays as it was issued. ${former}`,
      request: () => showLink(resend(id).unwrap()),
      success: 'The new link is shown above the list.',
    },
    remind: {
      question: `Mail a reminder of ${name}?`,
      detail: `The patient gets a mail with a new link; it does not mention the treatment. ${former}`,
      request: async () => {
        await remind(id).unwrap();
        onVoided(id);
      },
      success: 'The reminder is on its way.',
    },
    text: {
      question: `Text the link to ${name}?`,
      detail: `The patient gets a text with a new link; it does not mention the treatment. ${former}`,
      request: async () => {
        const texted = await text(id).unwrap();
        onVoided(id);
        return textedNotice(texted, zone);
      },
      success: undefined,
    },
    reissue: {
      question: `Issue the newer text of ${name}?`,
      detail:
        status === 'Signed' || status === 'Declined' || status === 'Withdrawn'
          ? 'The earlier consent stays on the record as it is.'
          : `The newer text replaces the earlier consent, which is revoked. ${former}`,
      request: () => showLink(reissue(id).unwrap()),
      success: 'The newer text was issued. Its link is shown above the list.',
    },
  }[action];
  return (
    <ConfirmRequestDialog
      {...words}
      confirmLabel={actionNames[action]}
      failurePrefix="Not done."
      onClose={onClose}
    />
  );
}
