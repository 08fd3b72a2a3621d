import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useDeferredValue } from 'react';
import { useWatch, type Control } from 'react-hook-form';

import type { Estimate, LegalTexts, Patient, Session } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { FormArea } from '@/components/FormArea';
import { FormText } from '@/components/FormText';
import { StaleNotice } from '@/components/StaleNotice';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { acknowledgement } from '@/features/estimates/disclaimers';
import { EstimateBar } from '@/features/estimates/EstimateBar';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { newEstimate } from '@/features/estimates/estimateRecord';
import { EstimateVersions, hasVersionsToShow } from '@/features/estimates/EstimateVersions';
import { useDraft } from '@/features/estimates/issuing/useDraft';
import { areas } from '@/features/estimates/priceList';
import { AreaRow } from '@/features/estimates/sheet/AreaRow';
import { SheetFacts } from '@/features/estimates/sheet/SheetFacts';
import { SheetHead } from '@/features/estimates/sheet/SheetHead';
import { SheetPaper } from '@/features/estimates/sheet/SheetPaper';
import { SheetSection } from '@/features/estimates/sheet/SheetSection';
import { SheetTexts } from '@/features/estimates/sheet/SheetTexts';
import { SheetTotal } from '@/features/estimates/sheet/SheetTotal';
import { SignaturePart } from '@/features/estimates/SignaturePart';
import { SignedNotice } from '@/features/estimates/SignedNotice';
import { TwoPanes } from '@/features/estimates/TwoPanes';
import { useEstimate } from '@/features/estimates/useEstimate';
import { usePaper } from '@/features/estimates/usePaper';
import { useServiceChoices } from '@/features/services';
import { today as todayIn } from '@/lib/dates';

interface Props {
  patient: Patient;
  found: Estimate | null;
  session: Session;
  /** What a new estimate starts with, instead of a blank form. */
  copied?: EstimateForm | undefined;
  onCopy: (estimate: Estimate) => void;
}

/** The form of an estimate, and its printed version, which is visible on paper alone. */
export function EstimateEntry({ patient, found, session, copied, onCopy }: Props) {
  const { may } = usePermissions();
  const maySign = may('estimate.write');
  const today = todayIn(session.clinic.time_zone);
  // Only a member who may sign as the provider is filled in as one.
  const blank =
    copied ?? newEstimate({ patient, provider: maySign ? session.member : undefined, today });
  const {
    form,
    save,
    saved,
    saves,
    problem,
    asked,
    saveAsked,
    stopAsking,
    stale,
    merged,
    loadTheirs: loadNewest,
    loadingTheirs,
  } = useEstimate({ patientId: patient.id, found, blank, today });
  const {
    control,
    setValue,
    formState: { isDirty, isSubmitting },
  } = form;
  const { catalogue } = useServiceChoices();
  const draft = useDraft(saved?.id);
  const document = draft?.document;
  // Right after a save it is still of the version before.
  const outdated = isDirty || draft?.estimate_version !== saved?.version;
  useUnsavedGuard(isDirty || (copied !== undefined && !saved));

  return (
    <>
      <TwoPanes patientId={patient.id} estimate={saved} edited={isDirty} onCopy={onCopy}>
        <Stack
          component="form"
          aria-label="Good Faith Estimate"
          spacing={2}
          noValidate
          onSubmit={save}
          sx={{ displayPrint: 'none' }}
        >
          {copied && !saved && (
            <Alert severity="info" role="note">
              A copy, dated today and signed by nobody. It is a new estimate once it is saved.
            </Alert>
          )}
          <SheetPaper>
            <SheetHead clinic={session.clinic.name} document={document} isSaved={saved !== null} />
            <SheetSection title="Patient and provider">
              <Box sx={pair}>
                <FormText
                  control={control}
                  name="pt_name"
                  label="Patient name"
                  required
                  autoComplete="off"
                />
                <FormText
                  control={control}
                  name="pt_dob"
                  label="Date of birth"
                  type="date"
                  required
                  max={today}
                />
                <FormText
                  control={control}
                  name="prov_name"
                  label="Provider"
                  required
                  autoComplete="off"
                />
                <FormText
                  control={control}
                  name="est_date"
                  label="Date of estimate"
                  type="date"
                  required
                />
              </Box>
              {document && <SheetFacts document={document} />}
            </SheetSection>
            <SheetSection title="Expected charges">
              {areas.map((area) => (
                <AreaRow
                  key={area.key}
                  area={area}
                  control={control}
                  setValue={setValue}
                  catalogue={catalogue}
                  onRecord={document?.lines.find((line) => line.area === area.key)}
                  edited={outdated}
                />
              ))}
              {document && <SheetTotal document={document} edited={outdated} />}
            </SheetSection>
            <SheetSection title="Details">
              <Stack spacing={2}>
                <FormText
                  control={control}
                  name="expected_duration"
                  label="Expected duration"
                  autoComplete="off"
                />
                <FormArea control={control} name="notes" label="Notes" minRows={2} />
              </Stack>
            </SheetSection>
            <SheetTexts document={document} />
            <SheetSection title="Signatures">
              <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
                {acknowledgement}
              </Typography>
              {/* Remounted after each save, so that a signature that was just given is shown as saved. */}
              <Box key={saves} sx={pair}>
                <SignaturePart
                  control={control}
                  of="pt"
                  who="Patient"
                  given={saved?.pt_sig ?? null}
                  isSigned={saved?.pt_is_signed ?? false}
                  open
                />
                <SignaturePart
                  control={control}
                  of="prov"
                  who="Provider"
                  given={saved?.prov_sig ?? null}
                  isSigned={saved?.prov_is_signed ?? false}
                  open={maySign}
                />
              </Box>
            </SheetSection>
          </SheetPaper>
          <SignedNotice control={control} saved={saved} />
          {stale && (
            <StaleNotice loading={loadingTheirs} onLoad={() => void loadNewest()}>
              Somebody else changed this estimate since you opened it. Load their changes, check
              them, and save again: what you typed stays in the form.
            </StaleNotice>
          )}
          {merged && !stale && <merged.Notice form={form} conflicts={merged.conflicts} />}
          <EstimateBar
            control={control}
            saving={isSubmitting}
            problem={problem}
            asked={asked}
            onSaveAsked={() => void saveAsked()}
            onKeep={stopAsking}
          />
        </Stack>
        {saved && hasVersionsToShow(saved) && (
          <Box sx={{ displayPrint: 'none' }}>
            <EstimateVersions key={saved.version} estimate={saved} />
          </Box>
        )}
      </TwoPanes>
      <Printed
        control={control}
        saved={saved}
        clinic={session.clinic.name}
        unsaved={isDirty || !saved}
        texts={document?.texts}
      />
    </>
  );
}

/** On paper alone. A component of its own, so that the form is not rendered again with every letter. */
function Printed({
  control,
  saved,
  clinic,
  unsaved,
  texts,
}: {
  control: Control<EstimateForm>;
  saved: Estimate | null;
  clinic: string;
  unsaved: boolean;
  texts: LegalTexts | undefined;
}) {
  const form = useDeferredValue(
    useWatch({ control, compute: (typed: EstimateForm) => ({ ...typed }) }),
  );
  const { code: paper } = usePaper();
  return (
    <Box sx={{ display: 'none', displayPrint: 'block' }}>
      {/* A draft is not what was signed: it is printed without the signatures on record. */}
      {paper && (
        <paper.EstimateSheet
          form={form}
          onRecord={unsaved ? null : saved}
          clinic={clinic}
          unsaved={unsaved}
          texts={texts}
        />
      )}
    </Box>
  );
}

const pair = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  '@container (min-width: 520px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const;
