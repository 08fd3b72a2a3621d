import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { Control } from 'react-hook-form';

import type { ClientImport, ImportDates } from '@/api/generated';
import { FormSelect } from '@/components/FormSelect';
import { dateOrders } from '@/features/imports/importWords';
import type { MatchingForm } from '@/features/imports/matchingForm';
import { formatDate } from '@/lib/dates';

interface Props {
  control: Control<MatchingForm>;
  dates: ClientImport['dates'];
}

/** In which order the dates are written: what the file shows, or what a person has to say. */
export function DateOrderField({ control, dates }: Props) {
  const asksEach = dates?.kind === 'mixed';
  return (
    <>
      {dates && asksEach && <Alert severity="warning">{contradiction(dates)}</Alert>}
      {dates?.kind === 'open' && (
        <Alert severity="info">{`Every date can be read in more than one way. ${example(dates)}`}</Alert>
      )}
      {!(asksEach && dates.orders.length === 0) && (
        <Box sx={{ maxWidth: 360 }}>
          <FormSelect
            control={control}
            name="date_order"
            label="Dates are written"
            options={dateOrders}
            placeholder={asksEach ? 'Ask about each date' : 'Choose'}
            hint={dates?.kind === 'proven' ? `The file shows it: ${dates.proofs[0]}` : undefined}
          />
        </Box>
      )}
    </>
  );
}

/** '03/04/1985 is Mar 4, 1985 or Apr 3, 1985.' */
const example = ({ example: date, readings }: ImportDates): string =>
  `${date} is ${readings.map((reading) => formatDate(reading.date)).join(' or ')}.`;

const contradiction = (dates: ImportDates): string =>
  `The dates are not all written in one way${dates.proofs.length > 0 ? `: the file has ${dates.proofs.join(' and ')}` : ''}. ${example(dates)} Each such date is asked about, row by row.`;
