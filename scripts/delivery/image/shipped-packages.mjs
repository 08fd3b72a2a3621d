// Reads npm's SBOM of everything and writes that of what the web app ships. `npm sbom --omit dev` leaves out what tools need as well, even React.
import { text } from 'node:stream/consumers';

const bom = JSON.parse(await text(process.stdin));
const isForDevelopment = ({ properties = [] }) => properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
const left = new Set(bom.components.filter(isForDevelopment).map((component) => component['bom-ref']));
bom.components = bom.components.filter((component) => !left.has(component['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => !left.has(ref))
  .map((dependency) => ({ ...dependency, dependsOn: dependency.dependsOn?.filter((ref) => !left.has(ref)) }));
process.stdout.write(`${JSON.stringify(bom, undefined, 2)}\n`);
