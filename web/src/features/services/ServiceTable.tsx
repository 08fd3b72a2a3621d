import EditOutlined from '@mui/icons-material/EditOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';

import type { Service } from '@/api/generated';
import { RecordTable, type Column } from '@/components/RecordTable';
import { StatusChip } from '@/components/StatusChip';
import { Swatch } from '@/features/services/Swatch';
import { formatPrice } from '@/lib/money';

export interface ServiceTableActions {
  edit: (service: Service) => void;
  /** Opens the menu of a service at its button. */
  more: (service: Service, anchor: HTMLElement) => void;
}

interface Props {
  services: readonly Service[];
  /** None for a role that only reads. */
  actions?: ServiceTableActions | undefined;
}

/** The catalogue in its order. */
export function ServiceTable({ services, actions }: Props) {
  return (
    <RecordTable
      caption="Services"
      columns={actions ? [...facts, doing(actions)] : facts}
      rows={services}
      rowKey={({ id }) => id}
    />
  );
}

const facts: readonly Column<Service>[] = [
  {
    key: 'name',
    header: 'Service',
    wholeWords: true,
    render: ({ name, category, color, retired_at }) => (
      <>
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          <Swatch color={color} />
          {name}
        </Box>
        {category && (
          <Typography variant="body2" color="textSecondary">
            {category}
          </Typography>
        )}
        {retired_at && (
          <Box>
            <StatusChip tone="neutral" label="Retired" />
          </Box>
        )}
      </>
    ),
  },
  {
    key: 'minutes',
    header: 'Duration',
    wholeWords: true,
    render: ({ minutes, buffer_minutes }) => (
      <>
        {`${minutes} min`}
        {buffer_minutes > 0 && <SecondaryText>{`${buffer_minutes} min kept free`}</SecondaryText>}
      </>
    ),
  },
  {
    key: 'price',
    header: 'Price',
    wholeWords: true,
    render: ({ price, price_unit, taxable }) =>
      price === null ? (
        '—'
      ) : (
        <>
          {formatPrice(price)}
          {price_unit && ` per ${price_unit}`}
          {taxable && <SecondaryText>plus tax</SecondaryText>}
        </>
      ),
  },
  {
    key: 'performers',
    header: 'Performed by',
    wholeWords: true,
    render: ({ performers }) => names(performers) || 'Everybody',
  },
  {
    key: 'needs',
    under: 'performers',
    header: 'Requirements',
    wholeWords: true,
    render: ({ needs_exam, consents }) =>
      [needs_exam && 'GFE exam', names(consents)].filter(Boolean).join(', ') || '—',
  },
  {
    key: 'interval',
    header: 'Again after',
    nowrap: true,
    render: ({ interval_days }) =>
      interval_days === null ? '—' : interval_days === 1 ? '1 day' : `${interval_days} days`,
  },
];

const doing = ({ edit, more }: ServiceTableActions): Column<Service> => ({
  key: 'actions',
  header: 'Actions',
  align: 'right',
  nowrap: true,
  render: (service) => (
    <>
      <IconButton onClick={() => edit(service)} aria-label={`Edit ${service.name}`} title="Edit">
        <EditOutlined />
      </IconButton>
      <IconButton
        onClick={({ currentTarget }) => more(service, currentTarget)}
        aria-label={`More for ${service.name}`}
        aria-haspopup="menu"
        title="More"
      >
        <MoreVert />
      </IconButton>
    </>
  ),
});

const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ');

function SecondaryText({ children }: { children: string }) {
  return (
    <Typography component="div" variant="body2" color="textSecondary">
      {children}
    </Typography>
  );
}
