import { useEffect, useRef, useState, type SyntheticEvent } from 'react';

import { fetchJson, asFailure } from '@/api/fetchJson';
import type { ElectronicRecords, SignConsent, SignedConsent } from '@/api/generated';
import { DrawnSignature } from '@/features/portal/DrawnSignature';
import { Failure } from '@/features/portal/Failure';
import { NameField } from '@/features/portal/NameField';
import { consentUrl } from '@/features/portal/consentUrl';
import type { SignDraftStore } from '@/features/portal/signDraft';
import { offlineWords, useOnline } from '@/lib/useOnline';

interface Props {
  token: string;
  /** The notice that the patient is shown, and what pressing the button means. */
  wording: ElectronicRecords | null;
  /** On the clinic's tablet: keeps what is entered when the page is loaded again. */
  draft?: SignDraftStore | undefined;
  onSigned: (signed: SignedConsent) => void;
}

/** Signs the consent. A typed name and a drawing are optional. */
export function SignForm({ token, wording, draft, onSigned }: Props) {
  const [signing, setSigning] = useState(false);
  const [loaded] = useState(() => draft?.load());
  const [typedName, setTypedName] = useState(loaded?.typedName ?? '');
  const [strokes, setStrokes] = useState(loaded?.strokes ?? []);
  const [drawing, setDrawing] = useState('');
  const [mayDraw, setMayDraw] = useState(strokes.length > 0);
  const [failed, setFailed] = useState<{ nameProblem: string; reason: string } | null>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const online = useOnline();

  useEffect(() => draft?.save({ typedName, strokes }), [draft, typedName, strokes]);

  // The focus moves to the field, so that a screen reader reads its error.
  const nameProblem = failed?.nameProblem;
  useEffect(() => {
    if (nameProblem) nameInput.current?.focus();
  }, [nameProblem]);

  const sign = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (signing) return;
    setSigning(true);
    setFailed(null);
    const name = typedName.trim();
    const shown = wording && { notice_version: wording.notice_version, act_version: wording.act_version };
    const body = { electronic_consent: true, ...shown, ...(name && { typed_name: name }), ...(drawing && { signature: drawing }) } satisfies SignConsent;
    try {
      const signed = await fetchJson<SignedConsent>(`${consentUrl(token)}/sign`, { body });
      draft?.clear();
      onSigned(signed);
    } catch (thrown) {
      const { typed_name: wrongName = '', ...others } = asFailure(thrown).fields;
      setFailed({ nameProblem: wrongName, reason: Object.values(others).join(' ') });
      setSigning(false);
    }
  };

  const typeName = (name: string) => {
    setTypedName(name);
    setFailed((before) => before && { ...before, nameProblem: '' });
  };

  const takeAwayDrawing = () => {
    setDrawing('');
    setStrokes([]);
    setMayDraw(false);
  };

  return (
    <form className="stack signing" noValidate onSubmit={(event) => void sign(event)}>
      <NameField label="Your full name (optional)" ref={nameInput} problem={nameProblem} value={typedName} onChange={(event) => typeName(event.target.value)} autoComplete="name" maxLength={200} />
      {mayDraw ? (
        <div>
          <DrawnSignature label="Your signature (optional)" height={120} value={drawing} onChange={setDrawing} initialStrokes={loaded?.strokes} onStrokes={setStrokes} disabled={signing} />
          <button type="button" className="button" onClick={takeAwayDrawing} disabled={signing}>Leave out the drawn signature</button>
        </div>
      ) : (
        <button type="button" className="button outlined" onClick={() => setMayDraw(true)}>Add a drawn signature</button>
      )}
      {failed && <Failure title="Error signing consent. Please try again." reason={failed.reason} />}
      <div role="status">{!online && <p className="offline">{offlineWords}</p>}</div>
      {wording && <p className="act" id="act">{wording.act}</p>}
      {/* aria-disabled and not disabled, so that it keeps the focus. */}
      <button type="submit" className="button filled" aria-disabled={signing} {...(wording && { 'aria-describedby': 'act' })}>{signing && <span className="turning" aria-hidden />}Sign consent</button>
    </form>
  );
}
