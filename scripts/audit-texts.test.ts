import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from './setup/child.mjs'

const operations = ['read', 'write', 'delete', 'mkdir', 'move', 'download', 'upload', 'follow']
const denials = [...operations, 'list', 'stat'].map((operation) => `file_${operation}_denied`)

/** Actions of calls whose name is put together or handed over, by the file with the call. */
const computed: Readonly<Record<string, readonly string[]>> = {
  'auth/src/account/step-up.ts': ['step_up_failed', 'step_up_rate_limited'],
  'auth/src/sign-in/failure-audit.ts': ['login_failed', 'login_rate_limited', 'oauth_login_failed'],
  'backup/src/index.ts': ['settings.restore', 'settings.restore_undone'],
  'docker/src/logs/log-sockets.ts': ['docker_logs_subscribed', 'docker_logs_unsubscribed'],
  'enrollment/src/agents/agent-audit.ts': ['capability_denied', 'ip_changed', 'agent_rows_dropped'],
  'enrollment/src/agents/agents-service.ts': ['capability_denied'],
  'enrollment/src/routes/batch-routes.ts': ['server_batch_deleted', 'server_batch_updated'],
  'files/src/file-audit.ts': [...operations.map((operation) => `file_${operation}`), ...denials],
  'files/src/routes/change-routes.ts': denials,
  'files/src/routes/look-routes.ts': denials,
  'files/src/routes/stream-routes.ts': denials,
  'firewall/src/delivery.ts': [
    'firewall_block_applied_agent',
    'firewall_block_removed_agent',
    'firewall_block_rejected_agent',
  ],
  'geoip/src/download/download.ts': ['geoip_download', 'asn_download'],
  'mobile/src/audit-writer.ts': ['login', 'pair', 'logout', 'revoke', 'recover', 'refresh_reused'].map(
    (act) => `mobile_${act}`,
  ),
  'tasks/src/runs/runner.ts': ['exec_started', 'exec_finished', 'exec_denied'],
  'terminal/src/passkeys/passkey-routes.ts': ['terminal_passkey_registered', 'terminal_passkey_refused'],
  'terminal/src/sessions/session.ts': ['terminal_opened', 'terminal_closed', 'terminal_approval_failed'],
  'widgets/src/modules/apply-change.ts': ['install', 'uninstall', 'enable', 'disable'].map(
    (act) => `widget_module.${act}`,
  ),
}

/** The names that an expression of a file may have; undefined if they cannot be read from it. */
function namesOf(expression: ts.Expression | undefined, source: ts.SourceFile): readonly string[] | undefined {
  if (!expression) return undefined
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isConditionalExpression(expression)) {
    const [one, other] = [expression.whenTrue, expression.whenFalse].map((each) => namesOf(each, source))
    return one && other && [...one, ...other]
  }
  if (!ts.isIdentifier(expression)) return undefined
  let found: readonly string[] | undefined
  const visit = (node: ts.Node): void => {
    const isDeclaration = ts.isVariableDeclaration(node) && node.name.getText(source) === expression.text
    if (isDeclaration && node.initializer) found = namesOf(node.initializer, source)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The expression of the action in a call of the audit log, or in a route that declares one; `null` for everything else. */
function actionIn(node: ts.Node, source: ts.SourceFile): ts.Expression | undefined | null {
  if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'deniedAction') return node.initializer
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { expression: owner, name } = node.expression
  if (!/audit(Log)?$/i.test(owner.getText(source))) return null
  if (name.text === 'act') return node.arguments[1]
  if (name.text !== 'write') return null
  const [entry] = node.arguments
  if (!entry || !ts.isObjectLiteralExpression(entry)) return undefined
  const property = entry.properties.find((each) => each.name?.getText(source) === 'action')
  if (property && ts.isShorthandPropertyAssignment(property)) return property.name
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
}

const actions = new Map<string, string>()
const unread = new Set<string>()
for (const file of globSync('*/src/**/*.ts', { cwd: join(root, 'plugins') })) {
  if (/\.test\.ts$|testing\.ts$/.test(file)) continue
  const content = readFileSync(join(root, 'plugins', file), 'utf8')
  // To parse them all would take seconds.
  if (!/audit/i.test(content)) continue
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest)
  const visit = (node: ts.Node): void => {
    const expression = actionIn(node, source)
    if (expression !== null) {
      const names = namesOf(expression, source)
      for (const name of names ?? []) actions.set(name, file)
      if (!names) unread.add(file)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}
for (const [file, names] of Object.entries(computed)) for (const name of names) actions.set(name, file)

const textsIn = (language: string) =>
  new Set(
    globSync(`plugins/*/locales/${language}.json`, { cwd: root }).flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')).audit ?? {}),
    ),
  )

it('the actions of the audit log are found in the sources', () => {
  expect(actions.size).toBeGreaterThan(150)
  expect(actions.get('firewall_reset_acked')).toBe('firewall/src/delivery.ts')
})

it('calls whose action cannot be read are listed here with their actions', () => {
  const isWrapper = (file: string) => file.startsWith('auth/src/sign-in/sign-in') || file.startsWith('auth/src/oauth/')
  expect([...unread].filter((file) => !isWrapper(file)).sort()).toEqual(Object.keys(computed).sort())
})

it.each(['en', 'zh'])('each has a text in the audit log (%s)', (language) => {
  const texts = textsIn(language)
  const missing = [...actions].filter(([action]) => !texts.has(action.replaceAll(/[.:]/g, '_')))
  expect(missing).toEqual([])
})
