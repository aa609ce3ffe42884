import { onboard } from '@svc/e2e/enrol'
import type { Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'

/** Capability bit of `security_events`. */
const securityBit = 256
const now = () => Math.floor(Date.now() / 1000)

const event = (ago: number, event_type: string, severity: string, evidence: object, replaced: object = {}) => ({
  type: 'security_event',
  ...{ event_type, severity, source_ip: null, source_port: null, username: null, first_seen: false },
  ...{ started_at: now() - ago - 40, ended_at: now() - ago, detector_source: 'journal' },
  evidence: { kind: event_type, ...evidence },
  ...replaced,
})

const bruteForce = (ago: number, source_ip: string, users: readonly string[], failed_count: number) =>
  event(
    ago,
    'ssh_brute_force',
    users.length > 4 ? 'critical' : 'high',
    {
      ...{ failed_count, distinct_users: users.length, sample_users: users, invalid_user_count: 4 },
      ...{ window_seconds: 60, threshold: 10 },
    },
    { source_ip },
  )

const login = (ago: number, username: string, source_ip: string, first_seen: boolean) =>
  event(
    ago,
    'ssh_login',
    first_seen ? 'medium' : 'info',
    { auth_method: 'publickey' },
    { username, source_ip, source_port: 50_122, first_seen, started_at: now() - ago },
  )

/** What happens on a host within a day. */
const events = () => [
  login(80_000, 'alice', '198.51.100.7', false),
  event(
    60_000,
    'account_change',
    'high',
    { action: 'group_member_added', group: 'sudo', privileged: true },
    {
      username: 'deploy',
      detector_source: 'account_files',
    },
  ),
  bruteForce(40_000, '203.0.113.9', ['root', 'admin', 'oracle', 'test', 'pi'], 48),
  bruteForce(39_700, '203.0.113.9', ['root'], 310),
  event(
    20_000,
    'port_scan',
    'high',
    {
      ...{ distinct_ports: 1024, sample_ports: [21, 22, 23, 25, 80, 110, 143, 443, 445, 993], total_attempts: 1100 },
      ...{ window_seconds: 30, threshold: 20, blocked_count: 1024 },
    },
    { source_ip: '2001:db8:4f:1::2', detector_source: 'firewall_log' },
  ),
  event(
    9000,
    'sudo',
    'low',
    { outcome: 'used', program: 'sudo', target_user: 'root', count: 3 },
    {
      username: 'alice',
      first_seen: true,
    },
  ),
  event(
    5000,
    'sudo',
    'medium',
    { outcome: 'not_permitted', program: 'sudo', target_user: 'root', count: 1 },
    {
      username: 'a-service-account-with-a-name-that-is-longer-than-any-column-has-room-for',
    },
  ),
  login(600, 'bob', '198.51.100.99', true),
]

/** A server with an agent that reports security events, until it is closed. */
export async function simulateSecurity(url: string, admin: Session, name: string) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const peer = await simulateAgent(url, enrollment.code, undefined, { agent_local_capabilities: securityBit })
  peer.send({
    type: 'security_status',
    sources: [
      { source: 'journal', state: 'denied', path: null },
      { source: 'auth_log', state: 'reading', path: '/var/log/auth.log' },
      { source: 'conntrack', state: 'off', path: null },
      { source: 'account_files', state: 'reading', path: '/etc' },
    ],
    learning_until: now() + 40_000,
    suppressed_events: 12,
    skipped_bytes: 0,
    skipped_seconds: 0,
  })
  for (const each of events()) peer.send(each)
  return { id, send: peer.send, close: peer.close }
}
