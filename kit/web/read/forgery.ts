const cookieName = 'XSRF-TOKEN'

/**
 * The CSRF token, as the first system's client sends it: from the cookie that a proxy may have set, under
 * Angular's names. Our own server needs none, because no cookie signs anybody in.
 */
export function forgeryMark(method: string): Readonly<Record<string, string>> {
  if (method === 'GET' || method === 'HEAD') return {}
  const cookies = document.cookie.split('; ')
  const mark = cookies.find((one) => one.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
  return mark ? { 'x-xsrf-token': decoded(mark) } : {}
}

/** A value that is not URL-encoded would make every call fail. */
function decoded(mark: string): string {
  try {
    return decodeURIComponent(mark)
  } catch {
    return mark
  }
}
