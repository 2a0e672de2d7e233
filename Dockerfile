# docker build -t draughts-arbiter . && docker run -p 8000:8000 -v arbiter:/data draughts-arbiter
# Everything that belongs to the service lies in the volume; it runs as nobody in particular.
# The image underneath is named by its digest, so that the same is taken next year; a newer one is another line here:
# docker buildx imagetools inspect python:3.13-slim
FROM python:3.13.15-slim@sha256:ffb752e139c0a19692a43af8d8523b274222dd68eebad5d583b45c2201c6e30a AS built
WORKDIR /source
COPY . .
RUN pip install --no-cache-dir --require-hashes -r tools/packing.txt
RUN python -m build --wheel --no-isolation --outdir /dist

FROM python:3.13.15-slim@sha256:ffb752e139c0a19692a43af8d8523b274222dd68eebad5d583b45c2201c6e30a
RUN useradd --system --uid 10001 --home-dir /data arbiter && install --directory --owner arbiter --mode 0700 /data
COPY requirements.txt /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements.txt
COPY --from=built /dist/*.whl /tmp/
RUN pip install --no-cache-dir --no-deps /tmp/*.whl && rm /tmp/*.whl /tmp/requirements.txt
USER arbiter
ENV ARBITER_INSTANCE=/data
VOLUME /data
EXPOSE 8000 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
ENTRYPOINT ["arbiter"]
CMD ["serve"]
