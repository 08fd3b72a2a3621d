import { SignaturePad, type PadDress, type PadProps } from '@/components/SignaturePad';
import { NameField } from '@/portal/NameField';

const plain: PadDress = {
  Label: ({ id, children }) => <h3 className="h3" id={id}>{children}</h3>,
  Note: ({ id, children }) => <p className="note" id={id}>{children}</p>,
  Word: ({ children }) => <p className="muted">{children}</p>,
  NameInput: ({ onChange, ...input }) => <div className="typed"><NameField {...input} onChange={(event) => onChange(event.target.value)} /></div>,
  Tools: ({ children }) => <div className="tools">{children}</div>,
  Tool: (button) => <button type="button" className="button" {...button} />,
};

/** The pad in the portal's plain clothes. */
export function DrawnSignature(props: PadProps) {
  return <SignaturePad {...props} dress={plain} />;
}
