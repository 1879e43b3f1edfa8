"""Checks a proof independently of Intray's own code: Python's standard library, and openssl for the signature."""

import base64, hashlib, json, subprocess, sys, tempfile, zipfile


def octets(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def der(tag, content):
    size = len(content)
    length = bytes([size]) if size < 128 else (lambda b: bytes([128 + len(b)]) + b)(size.to_bytes((size.bit_length() + 7) // 8, "big"))
    return bytes([tag]) + length + content


def integer(number):
    return der(2, (b"\0" if number[0] > 127 else b"") + number)


def public_key(jwk):
    rsa = der(0x30, integer(octets(jwk["n"])) + integer(octets(jwk["e"])))
    algorithm = der(0x30, bytes.fromhex("06092a864886f70d010101") + b"\x05\x00")
    return der(0x30, algorithm + der(3, b"\0" + rsa))


def holds(jwt, jwk):
    signed, _, signature = jwt.rpartition(".")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("key", public_key(jwk)), ("text", signed.encode()), ("signature", octets(signature))):
            open(f"{folder}/{name}", "wb").write(content)
        command = ["openssl", "dgst", "-sha512", "-keyform", "DER", "-verify", f"{folder}/key", "-signature", f"{folder}/signature", f"{folder}/text"]
        return subprocess.run(command, capture_output=True).returncode == 0


with zipfile.ZipFile(sys.argv[1]) as proof:
    assert proof.testzip() is None
    said = json.loads(proof.read("proof.json"))
    assert proof.read("proof.json.sha256").decode() == hashlib.sha256(proof.read("proof.json")).hexdigest() + "  proof.json\n"
    assert proof.namelist() == ["proof.json"] + [member["name"] for member in said["members"]] + ["proof.json.sha256"]
    for member in said["members"]:
        content = proof.read(member["name"])
        assert (len(content), hashlib.sha256(content).hexdigest()) == (member["bytes"], member["sha256"]), member["name"]
    file = said["document"]["file"]
    assert hashlib.sha256(proof.read(file["member"])).hexdigest() == file["sha256"]
    for webhook in said["webhooks"]:
        body, jwt = proof.read(webhook["body"]), proof.read(webhook["jwt"]).decode()
        jwk = json.loads(proof.read(webhook["key"]))
        required = json.dumps({name: jwk[name] for name in ("e", "kty", "n")}, separators=(",", ":"), sort_keys=True)
        thumbprint = base64.urlsafe_b64encode(hashlib.sha256(required.encode()).digest()).decode().rstrip("=")
        assert webhook["key"] == f"keys/{thumbprint}.json"
        header, claims = (json.loads(octets(part)) for part in jwt.split(".")[:2])
        assert header["alg"] == "RS512" and claims["body_sha256"] == hashlib.sha256(body).hexdigest()
        assert holds(jwt, jwk)
        data = json.loads(body)["data"]
        of = "\0".join(["intray/2", data["integrationId"], said["document"]["importType"], file["sha256"]])
        stem = "iy2" + base64.b32encode(hashlib.sha256(of.encode()).digest()).decode().lower().rstrip("=")
        assert data["externalReference"] == stem + "00"
        print(data["documentState"], data["documentId"])
