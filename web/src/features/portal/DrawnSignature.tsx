import {
  SignaturePad,
  type SignaturePadSlots,
  type SignaturePadProps,
} from '@/components/signature/SignaturePad';

const slots: SignaturePadSlots = {
  Label: ({ id, children }) => (
    <h3 className="h3" id={id}>
      {children}
    </h3>
  ),
  Note: ({ id, children }) => (
    <p className="note" id={id}>
      {children}
    </p>
  ),
  Hint: ({ children }) => <p className="muted">{children}</p>,
  Tools: ({ children }) => <div className="tools">{children}</div>,
  Tool: (button) => <button type="button" className="button" {...button} />,
};

/** The signature pad with plain elements, for the patient's page. It has no typed signature: the form's name field takes its place. */
export function DrawnSignature(props: SignaturePadProps) {
  return <SignaturePad {...props} slots={slots} />;
}
