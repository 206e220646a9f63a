import { splitList, type RecordedMigration } from './statements.js';

/**
 * What a migration must not do to a table that the last release has, since that release still runs on the new schema, or
 * since it keeps those waiting who use the table.
 */
export type Rule =
  /** The release before uses it. */
  | 'drop'
  | 'rename'
  | 'change-type'
  /** The release before writes rows without it. */
  | 'not-null'
  | 'drop-default'
  /** All rows are read or written under a lock that stops everybody. */
  | 'validated-constraint'
  | 'blocking-index'
  | 'rewrite'
  /** A second try finds an invalid index of the first. */
  | 'index-left-behind'
  /** Cannot be judged. */
  | 'hidden-sql';

/** A breach, and of which table, column, constraint or index. */
export interface Breach {
  rule: Rule;
  object: string;
}

const NAME = '(?<name>[\\w.]+)';
const VOLATILE = /default .*\b(gen_random_uuid|uuid_generate_v\d\w*|random|nextval|clock_timestamp|timeofday)\b/;

/** [rule, action of ALTER TABLE]; the first that matches counts. `name` in it is the object. */
const ACTIONS: readonly [Rule | null, RegExp][] = [
  [null, /^drop constraint /],
  ['drop', new RegExp(`^drop (?:column )?(?:if exists )?${NAME}`)],
  ['rename', new RegExp(`^rename (?:column |constraint )?${NAME}`)],
  ['rename', new RegExp(`^set schema ${NAME}`)],
  ['not-null', new RegExp(`^alter (?:column )?${NAME} set not null`)],
  ['change-type', new RegExp(`^alter (?:column )?${NAME} (?:set data )?type `)],
  ['drop-default', new RegExp(`^alter (?:column )?${NAME} drop default`)],
  ['rewrite', /^set (?<name>logged|unlogged|tablespace)/],
  [null, /^add (?:constraint [\w.]+ )?(?:check|foreign key|not null)\b.* not valid$/],
  ['validated-constraint', new RegExp(`^add constraint ${NAME} (?:check|foreign key|not null)\\b`)],
  ['validated-constraint', /^add (?<name>check|foreign key)\b/],
  [null, /^add (?:constraint [\w.]+ )?(?:unique|primary key) using index /],
  ['blocking-index', new RegExp(`^add constraint ${NAME} (?:unique|primary key|exclude)\\b`)],
  ['blocking-index', /^add (?<name>unique|primary key|exclude)\b/],
];

/** The same for a new column, whose name is known. */
const COLUMN_RULES: readonly [Rule, (definition: string) => boolean][] = [
  ['rewrite', (definition) => /\bgenerated (always|by default)\b|\b(small|big)?serial\b/.test(definition)],
  ['rewrite', (definition) => VOLATILE.test(definition)],
  ['not-null', (definition) => /\bnot null\b/.test(definition) && !/\bdefault\b/.test(definition)],
  ['blocking-index', (definition) => /\bunique\b|\bprimary key\b/.test(definition)],
  ['validated-constraint', (definition) => /\bcheck ?\(/.test(definition)],
  // A column that is null in every row needs no lookup.
  ['validated-constraint', (definition) => /\breferences\b/.test(definition) && /\bdefault\b/.test(definition)],
];

/** Looks at migrations in their order; what they make themselves, the release before does not know. */
export class ExpandContract {
  private readonly created = new Set<string>();

  breaches({ statements, inTransaction }: RecordedMigration): Breach[] {
    const added = new Set<string>();
    const dropped = new Set<string>();
    return statements.flatMap((statement): Breach[] => {
      const table = /^create (?:unlogged )?table (?:if not exists )?(?<name>[\w.]+)/.exec(statement)?.groups?.name;
      if (table) this.created.add(table);
      for (const [, name] of statement.matchAll(/add constraint ([\w.]+)/g)) added.add(name!);
      const index = /^drop index concurrently if exists (?<name>[\w.]+)$/.exec(statement)?.groups?.name;
      if (index) dropped.add(index);
      return [
        ...this.ofTables(statement),
        ...this.ofIndex(statement, dropped),
        ...(inTransaction ? ofValidation(statement, added) : []),
        ...ofOthers(statement),
      ];
    });
  }

  private isReleased(table: string): boolean {
    return !this.created.has(table);
  }

  private ofTables(statement: string): Breach[] {
    const gone =
      /^(?:drop table (?:if exists )?|truncate (?:table )?(?:only )?)(?<list>[\w., ]+?)(?: cascade| restrict)?$/;
    const list = gone.exec(statement)?.groups?.list;
    if (list !== undefined) {
      return splitList(list)
        .filter((table) => this.isReleased(table))
        .map((object) => ({ rule: 'drop', object }));
    }
    const altered = /^alter table (?:if exists )?(?:only )?(?<table>[\w.]+) (?<actions>.*)$/.exec(statement)?.groups;
    if (!altered || !this.isReleased(altered.table!)) return [];
    return splitList(altered.actions!)
      .flatMap(ofAction)
      .map(({ rule, object }) => ({ rule, object: `${altered.table}.${object}` }));
  }

  private ofIndex(statement: string, dropped: ReadonlySet<string>): Breach[] {
    const made =
      /^create (?:unique )?index (?<concurrently>concurrently )?(?:if not exists )?(?:(?<index>[\w.]+) )?on (?:only )?(?<table>[\w.]+)/.exec(
        statement,
      )?.groups;
    if (!made || !this.isReleased(made.table!)) return [];
    const object = `${made.table}.${made.index ?? 'index'}`;
    if (!made.concurrently) return [{ rule: 'blocking-index', object }];
    return dropped.has(made.index ?? '') ? [] : [{ rule: 'index-left-behind', object }];
  }
}

function ofAction(action: string): Breach[] {
  for (const [rule, pattern] of ACTIONS) {
    const match = pattern.exec(action);
    if (match) return rule === null ? [] : [{ rule, object: match.groups!.name! }];
  }
  const column = /^add (?:column )?(?:if not exists )?(?<name>[\w.]+) (?<definition>.*)$/.exec(action)?.groups;
  if (!column) return [];
  return COLUMN_RULES.filter(([, breaks]) => breaks(column.definition!)).map(([rule]) => ({
    rule,
    object: column.name!,
  }));
}

/** In one transaction with what is validated, the lock of adding it is held through the validation. */
function ofValidation(statement: string, added: ReadonlySet<string>): Breach[] {
  return [...statement.matchAll(/validate constraint (?<name>[\w.]+)/g)]
    .map(({ groups }) => groups!.name!)
    .filter((name) => added.has(name))
    .map((object) => ({ rule: 'validated-constraint', object }));
}

/** What else than tables the release before uses, and what cannot be read. */
function ofOthers(statement: string): Breach[] {
  const gone =
    /^drop (?:materialized view|view|function|procedure|type|domain|sequence|schema|extension) (?:if exists )?(?<name>[\w.]+)/;
  const renamed =
    /^alter (?:materialized view|view|function|procedure|type|domain|sequence|schema|index) (?:if exists )?(?<name>[\w.]+)\b.* rename /;
  const hidden = /^(?<name>do|call|execute)\b/;
  return (
    [
      ['drop', gone],
      ['rename', renamed],
      ['hidden-sql', hidden],
    ] as const
  ).flatMap(([rule, pattern]) => {
    const name = pattern.exec(statement)?.groups?.name;
    return name === undefined ? [] : [{ rule, object: name }];
  });
}
