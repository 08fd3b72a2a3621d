import { useEffect, useState, type SyntheticEvent } from 'react';

import type { ElectronicRecords, SignConsent, SignedConsent } from '@/api/generated';
import { Failure } from '@/features/portal/Failure';
import { SignatureFields } from '@/features/portal/SignatureFields';
import { consentUrl } from '@/features/portal/consentUrl';
import type { SignDraftStore } from '@/features/portal/signDraft';
import { useSignedAnswer } from '@/features/portal/useSignedAnswer';
import { offlineWords, useOnline } from '@/lib/useOnline';

interface Props {
  token: string;
  /** The notice that the patient is shown, and what pressing the button means. */
  wording: ElectronicRecords | null;
  /** On the clinic's tablet: keeps what is entered when the page is loaded again. */
  draft?: SignDraftStore | undefined;
  /** The patient's name, where they are under age. */
  signsFor?: string | undefined;
  onSigned: (signed: SignedConsent) => void;
}

/** Signs the consent. A typed name and a drawing are optional, but for a patient under age. */
export function SignForm({ token, wording, draft, signsFor, onSigned }: Props) {
  const [loaded] = useState(() => draft?.load());
  const [strokes, setStrokes] = useState(loaded?.strokes ?? []);
  const online = useOnline();
  const keep = (signed: SignedConsent) => {
    draft?.clear();
    onSigned(signed);
  };
  const answer = useSignedAnswer<SignConsent, SignedConsent>(
    `${consentUrl(token)}/sign`,
    keep,
    loaded,
  );
  const { sending, failed, typedName, setTypedName, forgetNameProblem, relation, send } = answer;

  useEffect(
    () => draft?.save({ typedName, relation, strokes }),
    [draft, typedName, relation, strokes],
  );

  const sign = (event: SyntheticEvent) =>
    send(event, {
      electronic_consent: true,
      ...(wording && { notice_version: wording.notice_version, act_version: wording.act_version }),
    });

  const typeName = (name: string) => {
    setTypedName(name);
    forgetNameProblem();
  };

  return (
    <form className="stack signing" noValidate onSubmit={(event) => void sign(event)}>
      <SignatureFields
        of={answer}
        onName={typeName}
        signsFor={signsFor}
        initialStrokes={loaded?.strokes}
        onStrokes={setStrokes}
      />
      {failed && (
        <Failure title="Error signing consent. Please try again." reason={failed.reason} />
      )}
      <div role="status">{!online && <p className="offline">{offlineWords}</p>}</div>
      {wording && (
        <p className="act" id="act">
          {wording.act}
        </p>
      )}
      {/* aria-disabled and not disabled, so that it keeps the focus. */}
      <button
        type="submit"
        className="button filled"
        aria-disabled={sending}
        {...(wording && { 'aria-describedby': 'act' })}
      >
        {sending && <span className="turning" aria-hidden />}Sign consent
      </button>
    </form>
  );
}
