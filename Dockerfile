# docker build -t draughts-arbiter . && docker run -p 8000:8000 -v arbiter:/data draughts-arbiter
# Everything that belongs to the service lies in the volume; it runs as nobody in particular.
FROM python:3.13-slim AS built
RUN pip install --no-cache-dir build
WORKDIR /source
COPY . .
RUN python -m build --wheel --outdir /dist

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data arbiter && install --directory --owner arbiter --mode 0700 /data
COPY --from=built /dist/*.whl /tmp/
RUN pip install --no-cache-dir /tmp/*.whl && rm /tmp/*.whl
USER arbiter
ENV ARBITER_INSTANCE=/data
VOLUME /data
EXPOSE 8000 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
ENTRYPOINT ["arbiter"]
CMD ["serve"]
