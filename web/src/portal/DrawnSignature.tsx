import { SignaturePad, type PadDress, type PadProps } from '@/components/SignaturePad';

const plain: PadDress = {
  Label: ({ id, children }) => <h3 className="h3" id={id}>{children}</h3>,
  Note: ({ id, children }) => <p className="note" id={id}>{children}</p>,
  Word: ({ children }) => <p className="muted">{children}</p>,
  Tools: ({ children }) => <div className="tools">{children}</div>,
  Tool: (button) => <button type="button" className="button" {...button} />,
};

/** The pad in the portal's plain clothes. Who rather types has the field for the name, which is held against the clinic's record. */
export function DrawnSignature(props: PadProps) {
  return <SignaturePad {...props} dress={plain} />;
}
