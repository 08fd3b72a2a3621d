// Writes what is made from other files: the PrometheusRule of the cluster, from the rules that Prometheus itself reads.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../lib/process.mjs';
import { RULES, RULE_OBJECT, ruleObject } from './alerts.mjs';

fs.writeFileSync(path.join(root, RULE_OBJECT), ruleObject(fs.readFileSync(path.join(root, RULES), 'utf8')));
