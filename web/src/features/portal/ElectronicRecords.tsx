/** What a person must be told before signing electronically (15 USC 7001(c)). */
export function ElectronicRecords({ clinic }: { clinic: string }) {
  return (
    <section aria-labelledby="electronic-records">
      <h2 className="h3" id="electronic-records">Signing electronically</h2>
      <p className="muted apart">
        {`By pressing “Sign consent” you sign this form and agree that ${clinic} keeps it as an electronic record. This covers this form only.`}
      </p>
      <p className="muted">
        {`You may ask ${clinic} for a paper form instead, for a paper copy at any time, or to withdraw your agreement to electronic records. Contact the clinic for this, or when your contact details change; it will tell you of any fee first. All you need is a web browser; after signing you can save or print a copy here.`}
      </p>
    </section>
  );
}
