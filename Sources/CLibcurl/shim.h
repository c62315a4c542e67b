#include <curl/curl.h>

// Swift cannot call functions with a variable number of arguments.
static inline CURLcode inkd_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode inkd_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode inkd_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode inkd_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*inkd_curl_writer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode inkd_curl_set_writer(CURL *handle, inkd_curl_writer writer, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

/// The HTTP status of the last reply; 0 if there was none.
static inline long inkd_curl_status(CURL *handle) {
    long status = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

/// Takes the next transfer that has ended; NULL if there is none.
static inline CURL *inkd_curl_next_ended(CURLM *handles, CURLcode *result) {
    int rest = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(handles, &rest))) {
        if (message->msg != CURLMSG_DONE)
            continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
