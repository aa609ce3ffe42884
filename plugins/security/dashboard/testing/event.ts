import type { SecurityEvent } from '@svc/plugin-security/contract'

/** An event for tests. */
export const makeEvent = (replaced: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id: '1',
  server_id: 's1',
  event_type: 'ssh_login',
  severity: 'medium',
  source_ip: '198.51.100.7',
  source_port: 50_122,
  username: 'alice',
  started_at: '2026-05-01T12:00:00Z',
  ended_at: '2026-05-01T12:00:00Z',
  created_at: '2026-05-01T12:00:01Z',
  first_seen: true,
  detector_source: 'journal',
  evidence: { kind: 'ssh_login', auth_method: 'publickey', repeats: null, learning: null },
  ...replaced,
})
