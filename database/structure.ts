import { hash } from 'node:crypto'
import { structure } from './structure.gen.ts'

/** Something in the database that acts by itself, or grants permissions: what it is, and its definition. */
export type SchemaPart = { readonly what: string; readonly text: string }

/**
 * Everything that the migrations create and that can change what a row says: tables with column defaults,
 * functions, triggers, rules and policies. And what they never create: permissions of others than the owner.
 * In our own schema, whatever it is called here.
 *
 * Extensions' objects are not ours; PostgreSQL's functions are schema-qualified, so that nothing answers in
 * their place.
 */
export const partsQuery = `
  with ours as (
    select relnamespace as oid from pg_catalog.pg_class
     where oid = 'migrations'::pg_catalog.regclass
  ), tables as (
    select c.*, c.relname::pg_catalog.text as called
      from pg_catalog.pg_class c join ours on ours.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f')
  ), rights as (
    select t.called, t.relowner, a.grantee, a.privilege_type
      from tables t, pg_catalog.aclexplode(t.relacl) a
    union
    select t.called, t.relowner, a.grantee, a.privilege_type
      from tables t
      join pg_catalog.pg_attribute c on c.attrelid = t.oid, pg_catalog.aclexplode(c.attacl) a
  )
  select 'table ' || t.called as what,
         pg_catalog.concat_ws(' ', t.relkind, t.relpersistence, t.relrowsecurity, t.relforcerowsecurity,
           (select pg_catalog.string_agg(pg_catalog.concat_ws(' ', a.attname,
                     pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
                     a.attgenerated, pg_catalog.pg_get_expr(d.adbin, d.adrelid)), E'\\n' order by a.attnum)
              from pg_catalog.pg_attribute a
              left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
             where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped)) as text
    from tables t
  union all
  select 'function ' || p.proname || '(' ||
           pg_catalog.pg_get_function_identity_arguments(p.oid) || ')',
         pg_catalog.concat_ws(' ', pg_catalog.pg_get_function_arguments(p.oid),
           pg_catalog.pg_get_function_result(p.oid), l.lanname, p.prokind, p.provolatile, p.proisstrict,
           p.prosecdef, p.proleakproof, p.proconfig::pg_catalog.text, p.probin, p.prosrc)
    from pg_catalog.pg_proc p
    join ours on ours.oid = p.pronamespace
    join pg_catalog.pg_language l on l.oid = p.prolang
   where not exists (select from pg_catalog.pg_depend d
                      where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid
                        and d.deptype = 'e')
  union all
  select 'trigger ' || g.tgname || ' on ' || t.called,
         g.tgenabled::pg_catalog.text || ' ' || pg_catalog.replace(
           pg_catalog.pg_get_triggerdef(g.oid, true), n.nspname || '.', '')
    from pg_catalog.pg_trigger g
    join tables t on t.oid = g.tgrelid
    join pg_catalog.pg_namespace n on n.oid = t.relnamespace
   where not g.tgisinternal
  union all
  -- What holds references together is not named by anybody; that it sleeps is.
  select 'references of ' || t.called, 'they are not enforced'
    from pg_catalog.pg_trigger g join tables t on t.oid = g.tgrelid
   where g.tgisinternal and g.tgenabled <> 'O' group by t.called
  union all
  select 'rule ' || r.rulename || ' on ' || t.called, pg_catalog.pg_get_ruledef(r.oid)
    from pg_catalog.pg_rewrite r join tables t on t.oid = r.ev_class where t.relkind <> 'v'
  union all
  select 'policy ' || p.polname || ' on ' || t.called, p.polcmd::pg_catalog.text
    from pg_catalog.pg_policy p join tables t on t.oid = p.polrelid
  union all
  select 'right of ' || coalesce(r.rolname, 'everybody') || ' to ' ||
           pg_catalog.lower(g.privilege_type) || ' ' || g.called, 'granted'
    from rights g left join pg_catalog.pg_roles r on r.oid = g.grantee
   where g.grantee <> g.relowner
  union all
  select 'search path', 'PostgreSQL’s own functions come behind those of '
           || (pg_catalog.current_schemas(true))[1]
   where (pg_catalog.current_schemas(true))[1] not in ('pg_catalog', 'pg_temp')
  order by 1`

/** Each part, and a digest of its definition: the same for every PostgreSQL from 15 on. */
export const digestsOf = (parts: readonly SchemaPart[]): Readonly<Record<string, string>> =>
  Object.fromEntries(parts.map(({ what, text }) => [what, hash('sha256', text).slice(0, 24)]))

/** A difference from what the migrations make. */
export type Departure = { readonly what: string; readonly how: 'changed' | 'missing' | 'added' }

/** A read-only permission changes nothing: reporting tools may have it. */
const isReading = (what: string) => /^right of .* to select /.test(what)

/** Compares the actual parts with what the migrations of this version make. */
export function departuresOf(parts: readonly SchemaPart[]): Departure[] {
  const found = digestsOf(parts)
  const made: Readonly<Record<string, string>> = structure
  const names = [...new Set([...Object.keys(made), ...Object.keys(found)])].sort()
  return names.flatMap((what): Departure[] => {
    if (found[what] === made[what] || isReading(what)) return []
    if (found[what] === undefined) return [{ what, how: 'missing' }]
    return [{ what, how: made[what] === undefined ? 'added' : 'changed' }]
  })
}
