import { asFailure } from '@/api/failure';
import {
  useOrderServicesMutation,
  useRestoreServiceMutation,
  useRetireServiceMutation,
  type Service,
} from '@/api/generated';
import { useNotify } from '@/lib/notices';

type ServiceVersion = Pick<Service, 'id' | 'version'>;

/** What is done to a service without a form. Each can be undone. */
export function useServiceActions() {
  const [sendRetire] = useRetireServiceMutation();
  const [sendRestore] = useRestoreServiceMutation();
  const [sendOrder] = useOrderServicesMutation();
  const notify = useNotify('service');

  const retire = ({ id, version }: ServiceVersion) =>
    sendRetire({ id, 'If-Match': String(version) }).unwrap();
  const restore = ({ id, version }: ServiceVersion) =>
    sendRestore({ id, 'If-Match': String(version) }).unwrap();
  const attempt = async (what: string, not: string, act: () => Promise<() => unknown>) => {
    try {
      notify({ tone: 'success', text: what, undo: await act() });
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      // The list is fetched again after a refusal too.
      notify({
        tone: 'error',
        text: `${not} ${status === 412 ? 'Somebody else has changed it meanwhile; it is shown as it is now.' : message}`,
      });
    }
  };

  return {
    retire: (service: Service) =>
      attempt(`${service.name} is retired.`, `${service.name} was not retired.`, async () => {
        const retired = await retire(service);
        return () => restore(retired);
      }),
    restore: (service: Service) =>
      attempt(
        `${service.name} is in the catalogue again.`,
        `${service.name} was not taken back.`,
        async () => {
          const restored = await restore(service);
          return () => retire(restored);
        },
      ),
    /** Moves a service by one place among those that can be chosen. */
    move: (service: Service, active: readonly Service[], by: 1 | -1) =>
      attempt(
        `${service.name} moved ${by < 0 ? 'up' : 'down'}.`,
        `${service.name} was not moved.`,
        async () => {
          const seen = active.map(({ id }) => id);
          const ids = moved(seen, service.id, by);
          await sendOrder({ ids, seen }).unwrap();
          return () => sendOrder({ ids: seen, seen: ids }).unwrap();
        },
      ),
  };
}

function moved(ids: readonly number[], id: number, by: 1 | -1): number[] {
  const from = ids.indexOf(id);
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(from + by, 0, id);
}
