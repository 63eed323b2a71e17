// `caulk explain RULE`: prints the page about a rule; without a rule, the list of rules.
// From the command line to the catalogue of rules.

import { closestName } from '../base/closest-name.js';
import { diagnostic } from '../base/diagnostics.js';
import { isRule, readRulePage, ruleNames, rules } from '../findings/rules.js';
import { type Console, type ExitStatus, refuse } from './console.js';

export function explain(rule: string | undefined, console: Console): ExitStatus {
  if (rule === undefined) {
    const width = Math.max(...ruleNames.map((name) => name.length));
    console.out(ruleNames.map((name) => `${name.padEnd(width)}  ${rules[name].summary}\n`).join(''));
    return 0;
  }
  if (!isRule(rule)) {
    const meant = closestName(rule, ruleNames);
    const hint = meant ? `did you mean \`${meant}\`?` : `the rules are ${ruleNames.join(', ')}`;
    return refuse(console, diagnostic('bad-usage', `there is no rule \`${rule}\`; ${hint}`));
  }
  console.out(readRulePage(rule));
  return 0;
}
