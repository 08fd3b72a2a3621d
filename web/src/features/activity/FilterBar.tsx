import Box from '@mui/material/Box';

import { useListActivityPeopleQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { DayInput } from '@/components/DayInput';
import { PatientSearch } from '@/components/PatientSearch';
import { SelectInput } from '@/components/SelectInput';
import { actionGroups } from '@/features/activity/actionGroups';
import type { ActivityFilter, useActivityFilter } from '@/features/activity/useActivityFilter';
import { usePatientName } from '@/features/activity/usePatientName';

interface Props extends Pick<ReturnType<typeof useActivityFilter>, 'choose' | 'clear'> {
  filter: ActivityFilter;
  wrongDays: boolean;
}

/** By person, by client, by what it is about, by day. */
export function FilterBar({ filter, wrongDays, choose, clear }: Props) {
  const { memberId, group, from, to } = filter;
  return (
    <Box
      role="search"
      aria-label="Filter the log"
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: '1fr',
          sm: '1fr 1fr',
          md: 'repeat(3, minmax(0, 1fr))',
          lg: 'repeat(5, minmax(0, 1fr))',
        },
      }}
    >
      <Person memberId={memberId} choose={choose} />
      <Client filter={filter} wrongDays={wrongDays} choose={choose} />
      <SelectInput
        label="About"
        placeholder="Everything"
        options={actionGroups}
        value={group ?? ''}
        onChange={(value) => choose('about', value)}
      />
      <DayInput label="From day" value={from ?? ''} onChange={(day) => choose('from', day)} />
      <DayInput
        label="To day"
        value={to ?? ''}
        onChange={(day) => choose('to', day)}
        error={wrongDays ? 'This is before the first day' : undefined}
      />
      {Object.keys(filter).length > 0 && (
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {filter.patientId !== undefined && (
            <Button variant="outlined" onClick={() => choose('patient', '')}>
              All clients
            </Button>
          )}
          <Button onClick={clear}>Clear the filter</Button>
        </Box>
      )}
    </Box>
  );
}

/** Former members are choices too: the log keeps their entries. */
function Person({ memberId, choose }: { memberId: number | undefined; choose: Props['choose'] }) {
  const { data: people = [] } = useListActivityPeopleQuery();
  const options = people.map(({ id, name, has_left }) => ({
    value: String(id),
    label: has_left ? `${name} (has left)` : name,
  }));
  // The chosen one stays a choice while the names are loading or could not be loaded.
  const value = memberId === undefined ? '' : String(memberId);
  if (value && !options.some((option) => option.value === value))
    options.push({ value, label: `Member ${value}` });
  return (
    <SelectInput
      label="Person"
      placeholder="Everybody"
      options={options}
      value={value}
      onChange={(id) => choose('person', id)}
    />
  );
}

function Client({ filter, wrongDays, choose }: Pick<Props, 'filter' | 'wrongDays' | 'choose'>) {
  const { name, remember } = usePatientName(filter, wrongDays);
  const { patientId } = filter;
  return (
    <PatientSearch
      label="Client"
      value={patientId === undefined ? null : { id: patientId, name }}
      onChange={(patient) => {
        remember(patient);
        choose('patient', patient ? String(patient.id) : '');
      }}
    />
  );
}
