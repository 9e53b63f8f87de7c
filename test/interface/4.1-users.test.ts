import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/server/index'
import { createTestService, fetchManagement, NOW } from '../server/testService'

const ANN = 'aaaaaaaa-0000-4000-8000-000000000001'
const BOB = 'bbbbbbbb-0000-4000-8000-000000000002'

const usersService = (options: ServiceOptions = {}) =>
  createTestService({
    users: [
      { uuid: ANN, email: 'ann@example.com', pending_email: 'ann@new.example' },
      { uuid: BOB, email: 'bob@example.com', is_staff: true },
    ],
    personalKeys: [
      { key: 'phx_demo', user: 'ann@example.com' },
      { key: 'phx_bob', user: 'bob@example.com' },
    ],
    ...options,
  })
type Users = ReturnType<typeof usersService>

const codeAt = (secret: string, ms: number) => new TOTP({ secret }).generate({ timestamp: ms })
const userOf = async (service: Users, uuid = ANN) =>
  (await service.state.users()).find(user => user.uuid === uuid)!

describe('4.1 replies', () => {
  it('have status 200 and no body', async () => {
    const service = usersService()
    const calls: [string, string, object?][] = [
      ['GET', '@me/two_factor_start_setup'],
      ['GET', '@me/two_factor_status'],
      ['POST', '@me/two_factor_disable', {}],
      ['PATCH', 'cancel_email_change_request', {}],
      ['POST', 'request_email_verification', { uuid: ANN }],
    ]
    for (const [method, path, body] of calls) {
      const response = await fetchManagement(service, method, `/api/users/${path}/`, body)
      expect([path, response.status, await response.text()]).toEqual([path, 200, ''])
      expect(response.headers.get('content-length')).toBe('0')
    }
  })

  it('accept every user field and change none of them', async () => {
    const service = usersService()
    const fields = {
      first_name: 'X',
      last_name: 'X',
      email: 'x@example.com',
      notification_settings: {},
      anonymize_data: true,
      toolbar_mode: 'toolbar',
      is_staff: true,
      set_current_organization: 'x',
      set_current_team: 'x',
      password: 'x',
      current_password: 'x',
      events_column_config: {},
      has_seen_product_intro_for: {},
      theme_mode: 'dark',
      hedgehog_config: {},
      role_at_organization: 'none',
      unknown_field: 1,
    }
    const before = await userOf(service)
    expect(
      (await fetchManagement(service, 'POST', `/api/users/${ANN}/two_factor_disable`, fields)).status,
    ).toBe(200)
    expect(await userOf(service)).toEqual(before)
  })
})

describe('4.1 two-factor setup', () => {
  const start = async (service: Users) => {
    await fetchManagement(service, 'GET', `/api/users/${ANN}/two_factor_start_setup`)
    return (await userOf(service)).two_factor_setup!.secret
  }

  it.each(['two_factor_validate', 'validate_2fa'])(
    'is validated by %s when the code is current',
    async route => {
      const service = usersService()
      const secret = await start(service)
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      const wrong = await fetchManagement(service, 'POST', `/api/users/${ANN}/${route}`, { token: '000000' })
      expect(wrong.status).toBe(400)
      expect(await wrong.json()).toEqual({
        type: 'validation_error',
        code: 'token_invalid',
        detail: 'Token is not valid',
        attr: 'token',
      })
      const right = await fetchManagement(service, 'POST', `/api/users/${ANN}/${route}`, {
        token: codeAt(secret, NOW),
      })
      expect([right.status, await right.text()]).toEqual([200, ''])
      expect(await userOf(service)).toMatchObject({ two_factor_secret: secret, two_factor_setup: null })
    },
  )

  it.each<[string, number, number]>([
    ['accepts a code that is 30 seconds old', -30_000, 200],
    ['accepts a code that is 30 seconds early', 30_000, 200],
    ['refuses a code that is 90 seconds old', -90_000, 400],
  ])('%s', async (_, shift, status) => {
    const service = usersService()
    const secret = await start(service)
    const token = codeAt(secret, NOW + shift)
    expect((await fetchManagement(service, 'POST', `/api/users/${ANN}/validate_2fa`, { token })).status).toBe(
      status,
    )
  })

  it('refuses a code before the setup is started and ten minutes after it', async () => {
    const service = usersService()
    const validate = (token: unknown) =>
      fetchManagement(service, 'POST', `/api/users/${ANN}/validate_2fa`, { token })
    expect(await (await validate('123456')).json()).toMatchObject({ code: 'setup_expired' })
    const secret = await start(service)
    service.advance(600_001)
    expect(await (await validate(codeAt(secret, NOW + 600_001))).json()).toMatchObject({
      code: 'setup_expired',
      detail: '2FA setup session expired. Please start setup again.',
    })
  })

  it.each(['', 'abcdef', '1234567', 12])('refuses %j as a code', async token => {
    const service = usersService()
    await start(service)
    expect((await fetchManagement(service, 'POST', `/api/users/${ANN}/validate_2fa`, { token })).status).toBe(
      400,
    )
  })
})

describe('4.1 userBodies', () => {
  it('returns status and backup codes, and deletes them when two-factor authentication is disabled', async () => {
    const service = usersService({ userBodies: true })
    const call = async (method: string, path: string, body?: object) =>
      (await fetchManagement(service, method, `/api/users/@me/${path}`, body)).json()
    const off = { is_enabled: false, backup_codes: [], method: null }
    expect(await call('GET', 'two_factor_status')).toEqual(off)
    expect(await call('POST', 'two_factor_backup_codes', {})).toMatchObject({ code: '2fa_not_enabled' })
    const { secret } = await call('GET', 'two_factor_start_setup')
    expect(await call('POST', 'two_factor_validate', { token: codeAt(secret, NOW) })).toEqual({
      success: true,
    })
    const { backup_codes } = await call('POST', 'two_factor_backup_codes', {})
    expect(backup_codes).toHaveLength(5)
    for (const code of backup_codes) expect(code).toMatch(/^[a-z2-7]{8}$/)
    expect(await call('GET', 'two_factor_status')).toEqual({ is_enabled: true, backup_codes, method: 'TOTP' })
    expect(await call('POST', 'two_factor_disable', {})).toEqual({ success: true })
    expect(await call('GET', 'two_factor_status')).toEqual(off)
  })
})

describe('4.1 email verification', () => {
  it('sends a token to the pending address and accepts it once', async () => {
    const service = usersService()
    await fetchManagement(service, 'POST', '/api/users/request_email_verification', { uuid: ANN })
    const [mail] = service.state.mails()
    expect(mail).toMatchObject({ to: 'ann@new.example', kind: 'email_verification', at: NOW })
    const verify = (token: unknown) =>
      fetchManagement(service, 'POST', '/api/users/verify_email', { uuid: ANN, token })
    const wrong = await verify('nope')
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toEqual({
      type: 'validation_error',
      code: 'invalid_token',
      detail: 'This verification token is invalid or has expired.',
      attr: 'token',
    })
    expect((await verify(mail!.token)).status).toBe(200)
    expect(await userOf(service)).toMatchObject({
      email: 'ann@new.example',
      pending_email: null,
      is_email_verified: true,
    })
    expect((await verify(mail!.token)).status).toBe(400)
  })

  it('needs no personal key', async () => {
    const service = usersService()
    const open = (path: string, body: object) =>
      service.fetch(`/api/users/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await open('request_email_verification', { uuid: BOB })).status).toBe(200)
    const token = service.state.mails()[0]?.token
    expect((await open('verify_email', { uuid: BOB, token })).status).toBe(200)
    expect(await userOf(service, BOB)).toMatchObject({ email: 'bob@example.com', is_email_verified: true })
  })

  it('answers 200 when the user does not exist', async () => {
    const service = usersService()
    const uuid = 'cccccccc-0000-4000-8000-000000000003'
    expect(
      (await fetchManagement(service, 'POST', '/api/users/request_email_verification', { uuid })).status,
    ).toBe(200)
    expect(service.state.mails()).toEqual([])
  })

  it('names the field when the token is empty', async () => {
    const response = await fetchManagement(usersService(), 'POST', '/api/users/verify_email', {
      uuid: ANN,
      token: '',
    })
    expect(await response.json()).toMatchObject({
      code: 'required',
      attr: 'token',
      detail: 'This field is required.',
    })
  })

  it('refuses a token after a day', async () => {
    const service = usersService()
    await fetchManagement(service, 'POST', '/api/users/request_email_verification', { uuid: ANN })
    service.advance(86_400_001)
    const token = service.state.mails()[0]?.token
    expect(
      (await fetchManagement(service, 'POST', '/api/users/verify_email', { uuid: ANN, token })).status,
    ).toBe(400)
  })
})

describe('4.1 cancel_email_change_request', () => {
  it('removes the pending address, and answers 200 when there is none (R54)', async () => {
    const service = usersService()
    const cancel = () => fetchManagement(service, 'PATCH', '/api/users/cancel_email_change_request', {})
    expect((await cancel()).status).toBe(200)
    expect(await userOf(service)).toMatchObject({ email: 'ann@example.com', pending_email: null })
    const again = await cancel()
    expect([again.status, await again.text()]).toEqual([200, ''])
  })
})

describe('4.1 accounts', () => {
  it.each<[string, string, string, number]>([
    ['lets a user access their own account by id', 'phx_demo', ANN, 200],
    ['lets a user access their own account as @me', 'phx_demo', '@me', 200],
    ['refuses another account to a user who is not staff', 'phx_demo', BOB, 403],
    ['lets staff access another account', 'phx_bob', ANN, 200],
    ['answers 404 when the account does not exist', 'phx_bob', 'cccccccc-0000-4000-8000-000000000003', 404],
  ])('%s', async (_, key, uuid, status) => {
    const response = await fetchManagement(
      usersService(),
      'GET',
      `/api/users/${uuid}/two_factor_status`,
      undefined,
      key,
    )
    expect(response.status).toBe(status)
  })

  it('answers 401 without a personal key', async () => {
    const service = usersService()
    expect((await service.fetch('/api/users/@me/two_factor_status')).status).toBe(401)
    expect((await service.fetch('/api/users/cancel_email_change_request', { method: 'PATCH' })).status).toBe(
      401,
    )
  })

  it('accepts any personal key, unless requireUserScopes is set', async () => {
    const personalKeys = [{ key: 'phx_demo', scopes: ['survey:read'], user: 'ann@example.com' }]
    const status = async (options: ServiceOptions) =>
      (
        await fetchManagement(
          usersService({ personalKeys, ...options }),
          'GET',
          '/api/users/@me/two_factor_status',
        )
      ).status
    expect(await status({})).toBe(200)
    expect(await status({ requireUserScopes: true })).toBe(403)
  })
})

describe('4.1 bodies of any JSON (D-624)', () => {
  const BODIES = ['null', '[]', '5', '"text"', 'true', '{"token":null}', '{"uuid":5}']
  const WITH_TOKEN = ['{"token":true}', '{"token":{}}', '{"token":["000000"]}']
  const send = (service: Users, method: string, path: string, body: string) =>
    service.fetch(`/api/users/${path}`, {
      method,
      headers: { authorization: 'Bearer phx_demo', 'content-type': 'application/json' },
      body,
    })

  it.each<[string, string, string[]]>([
    ['POST', `${ANN}/two_factor_disable`, [...BODIES, ...WITH_TOKEN]],
    ['POST', `${ANN}/two_factor_validate`, BODIES],
    ['POST', `${ANN}/validate_2fa`, BODIES],
    ['PATCH', 'cancel_email_change_request', [...BODIES, ...WITH_TOKEN]],
    ['POST', 'request_email_verification', [...BODIES, ...WITH_TOKEN]],
    ['POST', 'verify_email', BODIES],
  ])('get 200 without a body from %s %s', async (method, path, bodies) => {
    const service = usersService()
    for (const body of bodies) {
      const response = await send(service, method, path, body)
      expect([body, response.status, await response.text()]).toEqual([body, 200, ''])
    }
  })

  it('are refused when a token that is checked is no code', async () => {
    const service = usersService()
    await send(service, 'POST', 'request_email_verification', '{}')
    await fetchManagement(service, 'GET', `/api/users/${ANN}/two_factor_start_setup`)
    const [mail] = service.state.mails()
    for (const body of [...WITH_TOKEN, JSON.stringify({ token: [mail!.token] })])
      for (const path of ['verify_email', `${ANN}/validate_2fa`])
        expect([path, body, (await send(service, 'POST', path, body)).status]).toEqual([path, body, 400])
  })

  it('send no email for a uuid that is no text', async () => {
    const service = usersService()
    await send(service, 'POST', 'request_email_verification', '{"uuid":5}')
    expect(service.state.mails()).toEqual([])
  })
})

describe('4.1 bodies with the fields of section 2.5', () => {
  const fields = {
    first_name: 'A',
    last_name: 'B',
    email: 'new@example.com',
    notification_settings: {},
    anonymize_data: true,
    toolbar_mode: 'x',
    is_staff: true,
    set_current_organization: 'o',
    set_current_team: 't',
    password: 'p',
    current_password: 'p',
    events_column_config: {},
    has_seen_product_intro_for: {},
    theme_mode: 'dark',
    hedgehog_config: {},
    role_at_organization: 'x',
  }
  it.each<[string, string]>([
    ['POST', `${ANN}/two_factor_disable`],
    ['POST', `${ANN}/two_factor_validate`],
    ['POST', `${ANN}/validate_2fa`],
    ['PATCH', 'cancel_email_change_request'],
    ['POST', 'request_email_verification'],
    ['POST', 'verify_email'],
  ])('are answered 200 without a body by %s %s, which verifies nothing (R54)', async (method, path) => {
    const service = usersService()
    for (const body of [fields, {}, { ...fields, token: null }]) {
      const response = await fetchManagement(service, method, `/api/users/${path}`, body)
      expect([response.status, await response.text()]).toEqual([200, ''])
    }
    const [user] = await service.state.users()
    expect(user).toMatchObject({ two_factor_secret: null, email: 'ann@example.com' })
  })
})
