/** Passkeys of the browser, as JSON both ways. */

type Json = Record<string, unknown>;

export const bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (each) => each.charCodeAt(0));
};
export const text = (buffer: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Whether this browser has passkeys for this page. */
export const has = (): boolean => isSecureContext && "PublicKeyCredential" in window;

/** Have a passkey made; null if nobody wanted to. */
export async function made(asked: Json): Promise<Json | null> {
  const options = asked as unknown as PublicKeyCredentialCreationOptions & { user: { id: unknown } };
  const excluded = (asked["excludeCredentials"] as { id: string; type: "public-key" }[]) ?? [];
  const publicKey = {
    ...options,
    challenge: bytes(asked["challenge"] as string),
    user: { ...options.user, id: bytes(options.user.id as unknown as string) },
    excludeCredentials: excluded.map((each) => ({ ...each, id: bytes(each.id) })),
  };
  const found = (await navigator.credentials
    .create({ publicKey })
    .catch(() => null)) as PublicKeyCredential | null;
  if (!found) return null;
  const answer = found.response as AuthenticatorAttestationResponse;
  return plain(found, {
    clientDataJSON: text(answer.clientDataJSON),
    attestationObject: text(answer.attestationObject),
  });
}

/** Have a passkey used; null if there is none, or nobody wanted to. */
export async function used(asked: Json): Promise<Json | null> {
  const options = asked as unknown as PublicKeyCredentialRequestOptions;
  const publicKey = { ...options, challenge: bytes(asked["challenge"] as string), allowCredentials: [] };
  const found = (await navigator.credentials
    .get({ publicKey })
    .catch(() => null)) as PublicKeyCredential | null;
  if (!found) return null;
  const answer = found.response as AuthenticatorAssertionResponse;
  return plain(found, {
    clientDataJSON: text(answer.clientDataJSON),
    authenticatorData: text(answer.authenticatorData),
    signature: text(answer.signature),
    userHandle: text(answer.userHandle),
  });
}

function plain(found: PublicKeyCredential, response: Json): Json {
  return { id: found.id, rawId: text(found.rawId), type: found.type, response, clientExtensionResults: {} };
}
